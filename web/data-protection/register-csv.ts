import { type Holding, REGISTER } from '#domain/data-protection/register.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { type CsvColumns, csvDownload } from '#web/files/csv.ts'

/** The register of processing as CSV, for auditors. */
export const loader = () =>
  csvDownload(`register-of-processing-${lagosDate(new Date())}.csv`, COLUMNS, { rows: REGISTER, failure: null })

const COLUMNS: CsvColumns<Holding> = [
  ['Holding', ({ name }) => name],
  ['Data', ({ data }) => data],
  ['Purpose', ({ purpose }) => purpose],
  ['Legal basis', ({ basis }) => basis],
  ['Kept', ({ kept }) => kept],
  ['Receivers', ({ receivers }) => receivers],
  ['Tables', ({ tables }) => tables.map(({ table }) => table).join(' ')],
]
