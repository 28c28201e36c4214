import { readMeasures } from '#api/measures.ts'
import { lagosDate } from '#domain/calendar.ts'
import { decimalText } from '#domain/packing/weights.ts'
import type { Measure } from '#domain/products/measures.ts'
import { NOT_THERE } from '#domain/texts/screens.ts'
import { apiContext, siteContext, viewerContext } from '#web/context.ts'
import { csvResponse, csvText } from '#web/files/csv.ts'
import type { Route } from './+types/sheet-csv.ts'
import { fulfilmentLabel, isPacked, lineStateLabel, lineWeightText, pickList, placeLabel } from './packing-texts.ts'
import { type PackingLine, readAllPackingLines, readBatch } from './queries.ts'

/** A batch's sheet as CSV, for spreadsheets and label printers. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const sheet = SHEETS[params.sheet]
  const { userId } = context.get(viewerContext)
  const { batch } = userId && sheet ? await readBatch(api, params.batch) : { batch: null }
  if (!batch || !sheet) return new Response(NOT_THERE, { status: 404 })
  const [{ rows, failure }, measures] = await Promise.all([readAllPackingLines(api, params.batch), readMeasures(api)])
  if (failure) return new Response(failure, { status: 503, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  const { header, cells } = sheet
  const text = csvText(header, cells(rows, { origin: context.get(siteContext).origin, measures }))
  return csvResponse(`ajoja-${params.sheet}-${batch.share_date ?? lagosDate(new Date())}.csv`, text)
}

interface SheetFile {
  header: readonly string[]
  cells: (
    lines: readonly PackingLine[],
    about: { origin: string; measures: readonly Measure[] },
  ) => (string | number)[][]
}

const SHEETS: Readonly<Record<string, SheetFile>> = {
  pick: {
    header: ['Product', 'Unit', 'Units', 'Kilograms, about', 'Weight', 'Packed', 'Missing'],
    cells: (lines, { measures }) =>
      pickList(lines, measures).map(({ product, unit, units, packed, missing, kg, weight }) => [
        product,
        unit,
        units,
        kg ?? '',
        weight ?? '',
        packed,
        missing / 1000,
      ]),
  },
  list: {
    header: ['Where', 'How', 'Order', 'Buyer', 'Product', 'Quantity', 'Unit', 'Weight', 'Missing', 'Packed'],
    cells: (lines, { measures }) =>
      lines.map((line) => [
        placeLabel(line),
        fulfilmentLabel(line.fulfilment),
        line.order_no,
        line.buyer_name,
        line.product_name,
        line.quantity,
        line.unit,
        lineWeightText(line, measures),
        decimalText(line.missing_thousandths),
        isPacked(line) ? 'Yes' : 'No',
      ]),
  },
  labels: {
    header: ['Order', 'Buyer', 'Product', 'Quantity', 'Unit', 'Weight', 'Where', 'Sharing day', 'Code'],
    cells: (lines, { measures, origin }) =>
      lines.map((line) => [
        line.order_no,
        line.buyer_name,
        line.product_name,
        line.quantity,
        line.unit,
        lineWeightText(line, measures),
        placeLabel(line),
        line.share_date ?? '',
        `${origin}/handover?order=${line.order_no}`,
      ]),
  },
  roster: {
    header: ['Where', 'Buyer', 'Order', 'Phone ends', 'Product', 'Quantity', 'Unit', 'Weight', 'State', 'Taken'],
    cells: (lines, { measures }) =>
      lines.map((line) => [
        placeLabel(line),
        line.buyer_name,
        line.order_no,
        line.phone_end ?? '',
        line.product_name,
        line.quantity,
        line.unit,
        lineWeightText(line, measures),
        lineStateLabel(line),
        '',
      ]),
  },
}
