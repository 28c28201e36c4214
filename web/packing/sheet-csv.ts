import { lagosDateOf } from '#domain/calendar.ts'
import { decimalText, gramsOfUnit } from '#domain/packing/weights.ts'
import { NOT_THERE } from '#domain/texts/screens.ts'
import { apiContext, siteContext, viewerContext } from '#web/context.ts'
import { csvResponse, csvText } from '#web/csv.ts'
import type { Route } from './+types/sheet-csv.ts'
import { everyLine, type PackingLine, readBatch } from './queries.ts'
import { isPacked, pickList, placeOf, stateOf, wayOf } from './words.ts'

/** A sheet of a batch for spreadsheets and label printers. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const sheet = SHEETS[params.sheet]
  const { userId } = context.get(viewerContext)
  const { batch } = userId && sheet ? await readBatch(api, params.batch) : { batch: null }
  if (!batch || !sheet) return new Response(NOT_THERE, { status: 404 })
  const { rows, failure } = await everyLine(api, params.batch)
  if (failure) return new Response(failure, { status: 503, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  const { header, cells } = sheet
  const text = csvText(header, cells(rows, context.get(siteContext).origin))
  return csvResponse(`ajoja-${params.sheet}-${batch.share_date ?? lagosDateOf(new Date())}.csv`, text)
}

interface SheetFile {
  header: readonly string[]
  cells: (lines: readonly PackingLine[], origin: string) => (string | number)[][]
}

const SHEETS: Readonly<Record<string, SheetFile>> = {
  pick: {
    header: ['Product', 'Unit', 'Units', 'Kilograms', 'Packed', 'Missing'],
    cells: (lines) =>
      pickList(lines).map(({ product, unit, units, packed, missing }) => {
        const grams = gramsOfUnit({ unit, name: product })
        return [product, unit, units, grams === null ? '' : (units * grams) / 1000, packed, missing / 1000]
      }),
  },
  list: {
    header: ['Where', 'How', 'Order', 'Buyer', 'Product', 'Quantity', 'Unit', 'Missing', 'Packed'],
    cells: (lines) =>
      lines.map((line) => [
        ...[placeOf(line), wayOf(line.fulfilment), line.order_no, line.buyer_name, line.product_name, line.quantity],
        ...[line.unit, decimalText(line.missing_thousandths), isPacked(line) ? 'Yes' : 'No'],
      ]),
  },
  labels: {
    header: ['Order', 'Buyer', 'Product', 'Quantity', 'Unit', 'Where', 'Sharing day', 'Code'],
    cells: (lines, origin) =>
      lines.map((line) => [
        ...[line.order_no, line.buyer_name, line.product_name, line.quantity, line.unit, placeOf(line)],
        ...[line.share_date ?? '', `${origin}/handover?order=${line.order_no}`],
      ]),
  },
  roster: {
    header: ['Where', 'Buyer', 'Order', 'Phone ends', 'Product', 'Quantity', 'Unit', 'State', 'Taken'],
    cells: (lines) =>
      lines.map((line) => [
        ...[placeOf(line), line.buyer_name, line.order_no, line.phone_end ?? '', line.product_name, line.quantity],
        ...[line.unit, stateOf(line), ''],
      ]),
  },
}
