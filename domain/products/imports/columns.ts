// The columns of a file of products, for imports, their template and exports.

/** Rows of one import. */
export const MAX_IMPORT_ROWS = 10_000
/** Bytes of a file that is uploaded. */
export const MAX_IMPORT_BYTES = 4_000_000
/** Bytes of it after compression, which an XLSX file already has: a command's body takes no more. */
export const MAX_PACKED_IMPORT_BYTES = 700_000

export const IMPORT_COLUMNS = [
  { field: 'code', header: 'Code' },
  { field: 'name', header: 'Name' },
  { field: 'description', header: 'Description' },
  { field: 'category', header: 'Category' },
  { field: 'unit', header: 'Unit' },
  { field: 'base_price', header: 'Base price' },
  { field: 'available_quantity', header: 'Available quantity' },
  { field: 'min_quantity', header: 'Minimum quantity' },
  { field: 'max_quantity', header: 'Maximum quantity' },
  { field: 'kg_per_unit', header: 'Weight in kg' },
  { field: 'least_kg_per_unit', header: 'Least weight in kg' },
  { field: 'most_kg_per_unit', header: 'Most weight in kg' },
  { field: 'vat_class', header: 'VAT' },
  { field: 'share_date', header: 'Share date' },
  { field: 'stockpile_allowed', header: 'Stockpiling' },
] as const

export type ImportField = (typeof IMPORT_COLUMNS)[number]['field']
export type ImportCells = Readonly<Partial<Record<ImportField, string>>>

/** Columns without which no row can be read. */
export const NEEDED_FIELDS: readonly ImportField[] = ['name', 'category', 'unit', 'base_price', 'available_quantity']

/** Both or neither: a file without them leaves alone how a product is paid for. */
export const WEIGHT_TERM_FIELDS = ['least_kg_per_unit', 'most_kg_per_unit'] as const satisfies readonly ImportField[]

/** The header of a field; `row` is about the whole row. */
export const columnHeader = (field: string): string =>
  IMPORT_COLUMNS.find((column) => column.field === field)?.header ?? 'Row'

/** The rows of the template: what a row looks like. */
export const EXAMPLE_ROWS: readonly ImportCells[] = [
  {
    code: 'RICE-50',
    name: 'Ofada rice, new harvest',
    description: 'Stone-free, from Ogun.',
    category: 'Grains',
    unit: 'bag',
    base_price: '68000',
    available_quantity: '40',
    min_quantity: '1',
    max_quantity: '10',
    kg_per_unit: '50',
    vat_class: 'zero',
    stockpile_allowed: 'yes',
  },
  {
    code: 'TOM-B',
    name: 'Fresh tomatoes',
    category: 'Vegetables',
    unit: 'basket',
    base_price: '32500.50',
    available_quantity: '12',
    min_quantity: '1',
    stockpile_allowed: 'no',
  },
  {
    code: 'YAM-T',
    name: 'Benue yam',
    description: 'Sold by weight: the price is for a tuber of 5 kg.',
    category: 'Vegetables',
    unit: 'tuber',
    base_price: '9000',
    available_quantity: '60',
    least_kg_per_unit: '3',
    most_kg_per_unit: '5',
    stockpile_allowed: 'no',
  },
]
