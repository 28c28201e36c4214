// The rows of a file of products. Each is checked as the product's form checks it.
import { type Errors, errorsInEnglish } from '#domain/forms/validation.ts'
import { CATEGORIES, categoryLabels } from '../categories.ts'
import type { Measure } from '../measures.ts'
import { checkProduct, type ProductDraft } from '../product-draft.ts'
import { VAT_CLASSES, vatClassLabels } from '../vat.ts'
import type { WeightTerms } from '../weights/weight-range.ts'
import {
  columnHeader,
  IMPORT_COLUMNS,
  type ImportCells,
  type ImportField,
  MAX_IMPORT_ROWS,
  NEEDED_FIELDS,
  WEIGHT_TERM_FIELDS,
} from './columns.ts'

interface ImportRow {
  /** As the spreadsheet numbers it: the header is row 1. */
  row_number: number
  typed: ImportCells
  /** Null for a faulty row. Without the weights if the file has no columns for them. */
  draft: (Omit<ProductDraft, keyof WeightTerms> & Partial<WeightTerms>) | null
  /** Messages by field. */
  errors: Record<string, string>
}

interface ImportOptions {
  /** Today in Lagos, 'YYYY-MM-DD'. */
  today: string
  measures: readonly Measure[]
}

/** The rows below the header, or why the file as a whole cannot be read. */
export function readImportRows(table: readonly (readonly string[])[], options: ImportOptions): ImportRow[] | string {
  const [header = [], ...lines] = table
  const fields = header.map(fieldOf)
  const lacking = NEEDED_FIELDS.filter((field) => !fields.includes(field))
  if (lacking.length > 0) {
    return `The first row must name the columns. Missing: ${lacking.map(columnHeader).join(', ')}. Start from the template.`
  }
  const twice = fields.find((field, at) => field !== null && fields.indexOf(field) !== at)
  if (twice) return `The column ${columnHeader(twice)} is there twice.`
  const filled = lines
    .map((cells, at) => ({ row_number: at + 2, typed: cellsOf(cells, fields) }))
    .filter(({ typed }) => Object.keys(typed).length > 0)
  if (filled.length === 0) return 'The file has no products below its header.'
  if (filled.length > MAX_IMPORT_ROWS) return 'The file has more than 10,000 products. Please split it.'
  const seen = new Map<string, number>()
  const statesWeights = WEIGHT_TERM_FIELDS.every((field) => fields.includes(field))
  return filled.map((row) => withoutUnstated(checkRow(row, { ...options, seen }), statesWeights))
}

function checkRow(
  row: Pick<ImportRow, 'row_number' | 'typed'>,
  options: ImportOptions & { seen: Map<string, number> },
) {
  const { input, errors } = formInput(row.typed)
  const checked = checkProduct(input, options)
  const found: Errors = { ...(checked.ok ? {} : checked.errors), ...errors }
  const repeated = checked.ok ? repeatedRow(checked.value, row.row_number, options.seen) : null
  if (repeated) found.row = repeated
  const isFaulty = Object.keys(found).length > 0
  return { ...row, draft: checked.ok && !isFaulty ? checked.value : null, errors: errorsInEnglish(found) }
}

/** An older file must not turn goods by weight into goods of a fixed price. */
function withoutUnstated(row: ImportRow, statesWeights: boolean): ImportRow {
  if (statesWeights || row.draft === null) return row
  const { least_kg_per_unit: _least, most_kg_per_unit: _most, ...draft } = row.draft
  return { ...row, draft }
}

function repeatedRow({ code, name, unit }: ProductDraft, row: number, seen: Map<string, number>): string | null {
  const key = (code === null ? [name, unit] : [code]).join('\n').toLowerCase()
  const first = seen.get(key)
  if (first === undefined) seen.set(key, row)
  if (first === undefined) return null
  return code === null ? `Row ${first} has the same name and unit.` : `Row ${first} has the same code.`
}

const simple = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

function fieldOf(header: string): ImportField | null {
  const name = simple(header)
  return IMPORT_COLUMNS.find((column) => simple(column.header) === name || simple(column.field) === name)?.field ?? null
}

/** Cells by field, without empty ones. An apostrophe that exports put before a formula is taken away. */
function cellsOf(cells: readonly string[], fields: readonly (ImportField | null)[]): ImportCells {
  const typed: Partial<Record<ImportField, string>> = {}
  fields.forEach((field, at) => {
    const text = (cells[at] ?? '')
      .replaceAll('\0', '')
      .trim()
      .replace(/^'(?=[=+\-@\t\r])/, '')
    if (field !== null && text !== '') typed[field] = text.slice(0, 5000)
  })
  return typed
}

const YES = ['yes', 'y', 'true', '1', 'x']
const NO = ['', 'no', 'n', 'false', '0']

/** The cells as the form would send them: a category by its label, a day as a spreadsheet of this country writes it. */
function formInput(typed: ImportCells): { input: Record<string, unknown>; errors: Errors } {
  const { category = '', vat_class: vat = '', share_date: date = '', stockpile_allowed: stockpile = '' } = typed
  const isKnown = [...YES, ...NO].includes(stockpile.toLowerCase())
  return {
    input: {
      ...typed,
      category: CATEGORIES.find((one) => [one, simple(categoryLabels[one])].includes(simple(category))) ?? category,
      vat_class: VAT_CLASSES.find((one) => [one, simple(vatClassLabels[one])].includes(simple(vat))) ?? vat,
      share_date: date.replace(/^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/, (_, day, month, year) =>
        [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
      ),
      stockpile_allowed: YES.includes(stockpile.toLowerCase()),
    },
    errors: isKnown ? {} : { stockpile_allowed: 'Stockpiling is yes or no.' },
  }
}
