import { readMeasures } from '#api/measures.ts'
import { fulfilmentLabel } from '#domain/orders/fulfilment-choice.ts'
import { decimalText } from '#domain/packing/weight-text.ts'
import type { Measure } from '#domain/products/measures.ts'
import { NOT_THERE } from '#domain/texts/screens.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, siteContext, viewerContext } from '#web/context.ts'
import { csvResponse, csvText } from '#web/files/csv.ts'
import { failedDownload } from '#web/files/failed-download.ts'
import { isPacked, lineStateLabel, lineWeightText, pickList, placeLabel } from '../packing-texts.ts'
import { readAllPackingLines, readBatch } from '../queries.ts'
import type { PackingLine } from '../rows.ts'
import type { Route } from './+types/sheet-csv.ts'

/** A batch's sheet as CSV, for spreadsheets and label printers. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const sheet = Object.hasOwn(SHEETS, params.sheet) ? SHEETS[params.sheet] : undefined
  const { userId } = context.get(viewerContext)
  const { batch } = userId && sheet ? await readBatch(api, params.batch) : { batch: null }
  if (!batch || !sheet) return new Response(NOT_THERE, { status: 404 })
  const [{ rows, failure }, measures] = await Promise.all([readAllPackingLines(api, params.batch), readMeasures(api)])
  if (failure) return failedDownload(failure)
  const text = sheet(rows, { origin: context.get(siteContext).origin, measures })
  return csvResponse(`ajoja-${params.sheet}-${batch.share_date ?? lagosDate(new Date())}.csv`, text)
}

type SheetWriter = (lines: readonly PackingLine[], about: { origin: string; measures: readonly Measure[] }) => string

const SHEETS: Readonly<Record<string, SheetWriter>> = {
  pick: (lines, { measures }) =>
    csvText(
      [
        ['Product', ({ product }) => product],
        ['Unit', ({ unit }) => unit],
        ['Units', ({ units }) => units],
        ['Packs', ({ packs }) => packs],
        ['Kilograms, about', ({ kg }) => kg ?? ''],
        ['Weight', ({ weight }) => weight ?? ''],
        ['Packed', ({ packed }) => packed],
        ['Missing', ({ missing }) => missing / 1000],
      ],
      pickList(lines, measures),
    ),
  list: (lines, { measures }) =>
    csvText(
      [
        ['Where', placeLabel],
        ['How', ({ fulfilment }) => fulfilmentLabel(fulfilment)],
        ['Order', ({ order_no }) => order_no],
        ['Buyer', ({ buyer_name }) => buyer_name],
        ['Product', ({ product_name }) => product_name],
        ['Quantity', ({ quantity }) => quantity],
        ['Unit', ({ unit }) => unit],
        ['Weight', (line) => lineWeightText(line, measures)],
        ['Missing', ({ missing_thousandths: missing }) => decimalText(missing)],
        ['Packed', (line) => (isPacked(line) ? 'Yes' : 'No')],
      ],
      lines,
    ),
  labels: (lines, { measures, origin }) =>
    csvText(
      [
        ['Order', ({ order_no }) => order_no],
        ['Buyer', ({ buyer_name }) => buyer_name],
        ['Product', ({ product_name }) => product_name],
        ['Quantity', ({ quantity }) => quantity],
        ['Unit', ({ unit }) => unit],
        ['Weight', (line) => lineWeightText(line, measures)],
        ['Where', placeLabel],
        ['Sharing day', ({ share_date }) => share_date ?? ''],
        ['Code', ({ order_no }) => `${origin}/handover?order=${order_no}`],
      ],
      lines,
    ),
  roster: (lines, { measures }) =>
    csvText(
      [
        ['Where', placeLabel],
        ['Buyer', ({ buyer_name }) => buyer_name],
        ['Order', ({ order_no }) => order_no],
        ['Phone ends', ({ phone_end }) => phone_end ?? ''],
        ['Product', ({ product_name }) => product_name],
        ['Quantity', ({ quantity }) => quantity],
        ['Unit', ({ unit }) => unit],
        ['Weight', (line) => lineWeightText(line, measures)],
        ['State', lineStateLabel],
        ['Taken', () => ''],
      ],
      lines,
    ),
}
