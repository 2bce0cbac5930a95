/// A configuration with every key.
enum WholeConfiguration {
  static let yaml = """
    title: The shop
    language: de
    introduction: Hello, *world*.
    address: https://shop.example/fruits/
    addresses: { pretty: true, sections: by-kind, redirects: [netlify, apache] }
    datasets:
      fruits:
        file: fruits.csv
        format: csv
        encoding: iso-8859-1
        delimiter: ";"
        header: true
        continued: id
        families: [tag, author]
        none: ["n/a", "-"]
        problems: warn
        title: Fresh fruits
        key: id
        titles: name
        types: { a: text, b: markdown, c: number, d: boolean, e: date, f: url, g: image, h: list }
        fields:
          price: { label: Price per kilo, unit: €/kg, format: 2, order: 1, type: number }
          built: { format: plain, hide: true }
          visitors: { format: grouped, link: "https://example.org/{value}" }
          tags: { separator: "|", none: ["?"] }
          filling: { refers: nuts }
          kin: { refers: { dataset: fruits, field: name, back: kin_of, label: Kin of, order: { field: price, order: \
    descending }, limit: 5 } }
          parts: { refers: { dataset: fruits, back: false } }
          plain: { refers: false }
        derive:
          total: price * weight
          century: { sql: (built - 1) / 100 + 1, type: number }
        fold:
          number: { count: kin_of }
          sales: { sum: prices.price, where: { field: price, range: { above: 1 } } }
          first: { min: kin_of.built }
          last: { max: kin_of.built }
          middle: { mean: kin_of.built }
        join:
          recipes: { dataset: recipes, on: name, equals: fruit }
          prices: { dataset: prices, on: id }
        cells:
          - { when: { field: kind, equals: stone }, card: stone-card, page: stone }
        card: fruit-card
        page: fruit
        prose: [description, notes]
        facts: [kind, price]
        accent: colour
        aliases: former_names
        address: "fresh/{kind}/{total}-{ id }/"
        parent: kind
        on:
          didDeselectItem: { run: [tools/forget, --now], section: Stone fruit }
          didTapAccessory: { append: taps.csv, cell: fruit-card }
      nuts:
        files: [nuts.json, "more/*.json"]
        continued: false
        families: false
        path: data.nuts
      recipes: { file: kitchen.sqlite, table: recipes }
      prices:
        file: kitchen.db
        format: sqlite
        query: SELECT id AS key FROM prices
        limits: { size: 4 GB, rows: 1000, value: 64 kB, seconds: 5 }
      notes: { file: notes, format: markdown }
      growers:
        file: growers.csv
        fields: { land: { label: Country } }
        chain:
          - sort: name
        pages: { size: 200, preview: 0, view: cards }
        indexes:
          by-land: { chain: [{ group: land }] }
        facets: land
        letters: name
    cells:
      - { when: { dataset: notes }, page: note }
      - { card: small }
    chain:
      - concatenate: [fruits, nuts]
      - filter: { field: description, exists: true }
      - filter:
          - { field: kind, equals: stone }
          - any:
              - { field: price, range: { from: 1, to: 2.50 } }
              - { field: price, range: { above: 3, below: 4 } }
              - { not: { dataset: nuts } }
          - or:
              - { field: kind, in: [pome, stone] }
              - { field: name, starts_with: A }
          - all: [{ field: name, ends_with: e }]
          - and: [{ field: tags, contains: sweet }]
      - intersect: { dataset: prices, on: id }
      - except: { dataset: recipes, on: name, equals: fruit }
      - distinct: [name, kind]
      - group: { field: picked, by: month, order: sorted, rest: Some day }
      - flatten: All
      - group: { field: kind, order: [stone, pome] }
      - sort: [kind, { field: price, order: descending }]
      - sort_sections: { by: size, order: descending }
      - reverse: all
      - step: our own
      - limit: { count: 100, skip: 1 }
      - insert: { cell: banner, at: [0, 2] }
      - placeholder: nothing
    pages: { size: 20, preview: 3, kind: stable, view: list, columns: name, totals: { value: { sum: price } } }
    home:
      picks: { title: First, rows: [fruits/apple, nuts/hazel/nut] }
      newest: { date: picked, limit: 5, title: Fresh }
      show: contents
    documents:
      objects: true
      indexes:
        by-price:
          title: By price
          chain:
            - group: { field: price, by: value }
            - sort: name
          card: small
          pages: { size: 50, kind: numbered, view: table, columns: [name, price] }
      facets: [kind, { field: tags, title: Tags, order: size, minimum: 2, limit: 100 }]
      letters: name
      feed: { title: News, date: picked, summary: description, limit: 10 }
      sitemap: true
      search: { fields: [name, kind] }
      json: { fields: [name, recipes], joined: true, whole: true }
      map: https://example.org/?lat={latitude}&lon={longitude}
    formats:
      html: { theme: themes/mine }
      latex: { documentclass: article, packages: [microtype, booktabs] }
      man: { section: 5 }
      markdown: {}
      xml: {}
      text: { width: 60 }
      json: { body: markdown, fields: false }
      org:
        plugin: plugins/pomona-org
        options: { anything: [goes] }
        digest: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
        timeouts: { start: 1, idle: 2.5, request: 30 }
        memory: 1 GB
        optional: true
    assets: [images, logo.svg, "fonts/*"]
    on:
      didSelectItem: [{ section: Pome fruit, run: ./notify.sh }, { append: data/picks.csv }]
      performPrimaryAction: { run: open }
      deleteItems: { run: delete }
      commitEdit: { run: edit }
      moveItem: { run: move }
      performAction: { run: act }
      didChangeSearchText: { append: searches.csv }
      shop:buyItem:: { run: buy }
    """
}
