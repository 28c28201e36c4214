import { IMPORT_COLUMNS, type ImportCells } from '#domain/products/imports/columns.ts'
import type { CsvColumns } from '#web/files/csv.ts'

/** The columns of imports and exports. Figures are text too: a cell that begins with a formula's sign is protected. */
export const productCsv: CsvColumns<ImportCells> = IMPORT_COLUMNS.map(
  ({ field, header }) => [header, (row: ImportCells) => row[field] ?? ''] as const,
)
