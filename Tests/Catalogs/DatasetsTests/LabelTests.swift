import Datasets
import Testing

/// Labels of the names of fields and data sets.
@Suite struct LabelTests {
  @Test(arguments: [
    // The ways in which programs join words.
    ("creditLine", "Credit line"), ("credit_line", "Credit line"), ("CreditLine", "Credit line"),
    ("credit-line", "Credit line"), ("size.width", "Size width"), ("size.maxWidth", "Size max width"),
    ("Artist.CreditLine", "Artist Credit line"), ("artist_displayName", "Artist display name"), ("__name_", "Name"),
    ("dateOfBirth", "Date of birth"), ("xPosition", "X position"), ("line2Text", "Line2 text"),
    // Usual words that are run together, and words that are not.
    ("displaydate", "Display date"), ("beginyear", "Begin year"), ("accessionnum", "Accession num"),
    ("forwarddisplayname", "Forward display name"), ("Artistofngaobject", "Artist of NGA object"),
    ("objectid", "Object ID"), ("imageurl", "Image URL"), ("artist.birthyear", "Artist birth year"),
    ("lastname", "Last name"), ("typeofplace", "Type of place"),
    ("username", "Username"), ("filename", "Filename"), ("nickname", "Nickname"), ("surname", "Surname"),
    ("keyword", "Keyword"), ("website", "Website"), ("timestamp", "Timestamp"), ("birthplace", "Birthplace"),
    ("ordered", "Ordered"), ("beginning", "Beginning"), ("person", "Person"), ("displayed", "Displayed"),
    // Abbreviations.
    ("isbn", "ISBN"), ("Isbn", "ISBN"), ("id", "ID"), ("_id", "ID"), ("objectID", "Object ID"),
    ("objectId", "Object ID"),
    ("object_Id", "Object ID"), ("objectIDs", "Object IDs"), ("accession_ids", "Accession IDs"), ("ids", "IDs"),
    ("IDS", "IDs"),
    ("URLsOfPictures", "URLs of pictures"), ("image_url", "Image URL"), ("imageURL", "Image URL"),
    ("URLOfArtist", "URL of artist"),
    ("website.url", "Website URL"), ("iata_code", "IATA code"), ("co2_per_km", "CO2 per km"),
    ("VitaminB12", "Vitamin B12"),
    ("us_state", "US state"), ("phd", "PhD"), ("httpsURL", "HTTPS URL"), ("thing-id", "Thing ID"),
    ("tld", "TLD"), ("iso2", "ISO2"), ("ISO3", "ISO3"), ("isbn13", "ISBN13"), ("youtube_url", "YouTube URL"),
    // Numbers of four digits.
    ("iso4217", "ISO 4217"), ("Iso4217Code", "ISO 4217 code"), ("iso3166-1", "ISO 3166-1"), ("ISO4217", "ISO 4217"),
    ("Olympics2014", "Olympics 2014"), ("population2020", "Population 2020"), ("Q1234", "Q1234"), ("mp3", "Mp3"),
    // Names that begin with a small letter on purpose.
    ("pH", "pH"), ("ph_value", "pH value"), ("iPhone", "iPhone"), ("pH value", "pH value"),
    // Capitals throughout.
    ("MILES PER GALLON", "Miles per gallon"), ("MILES_PER_GALLON", "Miles per gallon"),
    ("MILES-PER-GALLON", "Miles per gallon"),
    ("OBJECT_ID", "Object ID"), ("ACCESSION_IDS", "Accession IDs"), ("IMAGE URL (JPG)", "Image URL (JPG)"),
    ("PRICE (USD)", "Price (USD)"),
    ("ARTIST'S NAME", "Artist's name"), ("NAME", "Name"), ("POPULATION", "Population"), ("BC", "BC"), ("MPG", "MPG"),
    ("AGE", "AGE"),
    ("BPM_MAX", "BPM max"), ("PM10_MEAN", "PM10 mean"), ("VITAMIN_C", "Vitamin C"), ("GRÖSSE", "Grösse"),
    ("НАЗВАНИЕ", "Название"), ("ISBN/ISSN", "ISBN/ISSN"),
    // Names written by hand.
    ("Credit Line", "Credit Line"), ("Credit_Line", "Credit Line"), ("credit line", "Credit line"),
    ("IATA code", "IATA code"),
    ("Name of MoMA", "Name of MoMA"), ("artist_bio (short)", "Artist bio (short)"),
    ("Museum_of_Modern_Art", "Museum of Modern Art"),
    ("MoMA_Artworks", "MoMA Artworks"), ("e-mail", "E-mail"), ("X-ray", "X-ray"), ("2019-20", "2019-20"),
    ("top-250", "Top 250"),
    ("1.5", "1.5"), ("Acno", "Acno"), ("名前", "名前"), ("größe", "Größe"), (" padded ", "Padded"),
    // Repetitions in a path.
    ("exif.exif_version", "Exif version"), ("spellcasting.spellcastingAbility.index", "Spellcasting ability index"),
    ("name.name", "Name name"),
    // Names without words.
    ("", ""), ("_", "_"), ("-", "-"), ("...", "..."), ("#", "#"),
  ])
  func label(name: String, label: String) {
    #expect(Label(name).text == label)
    #expect(Field(name: name, type: .text).label == label)
  }

  @Test(arguments: [
    ("accessionIDs", ["accession", "ids"]), ("Year (built)", ["year", "built"]), ("BUILT_YEAR", ["built", "year"]),
    ("geo.lat", ["geo", "lat"]), ("", []),
  ])
  func words(name: String, words: [String]) { #expect(Label(name).words == words) }

  @Test(arguments: [
    ("FIFA", false, "FIFA"), ("UEFA", false, "UEFA"), ("AGE", true, "Age"), ("ID", true, "ID"),
    ("POPULATION", false, "Population"),
    ("Age", false, "Age"),
  ])
  func `capitals, depending on their neighbours`(name: String, areOthers: Bool, label: String) {
    #expect(Label(name, isAmongCapitals: areOthers).text == label)
  }

  @Test func dataSetsAreLabelledLikeFields() {
    #expect(Dataset.title(fromName: "stone_fruits") == "Stone fruits")
    #expect(Dataset.title(fromName: "isbn-list") == "ISBN list")
    #expect(Dataset.title(fromName: "MoMA_Artworks") == "MoMA Artworks")
  }
}
