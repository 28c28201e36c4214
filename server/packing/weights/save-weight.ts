import type pg from 'pg'
import { weightReason } from '#domain/packing/final-weight.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import type { WeighedLineRow } from './read-weighed-line.ts'

interface WeightEntry {
  line: WeighedLineRow
  grams: number
  photo: string
  personId: string
  cutKobo: bigint
  backKobo: bigint
  waits: boolean
}

/** Writes a weight and the short delivery that gives its money back. Returns the latter's id; null without money. */
export async function saveWeight(tx: pg.ClientBase, entry: WeightEntry): Promise<string | null> {
  const { line, grams, photo, personId, cutKobo, backKobo } = entry
  const shortfallId = backKobo > 0n ? await saveShortfall(tx, entry) : null
  await tx.query(
    `insert into public.line_weights (line_id, number, units, grams, cut_kobo, shortfall_id, photo, entered_by) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [line.id, line.weights + 1, line.units, grams, cutKobo, shortfallId, photo, personId],
  )
  return shortfallId
}

async function saveShortfall(
  tx: pg.ClientBase,
  { line, grams, personId, backKobo, waits }: WeightEntry,
): Promise<string> {
  const id = crypto.randomUUID()
  const reason = formatInEnglish(weightReason({ grams, mostGrams: line.most_grams * line.units }))
  await tx.query(
    `insert into public.shortfalls (id, vendor_id, line_id, pickup_point_id, kind, missing_thousandths, of_thousandths, by_vendor_thousandths, by_hub_thousandths,
       orders, goods_kobo, returned_kobo, reason, entered_by, status, due_at, answer_by)
     values ($1, $2, $3, $4, 'weight', 0, $5, 0, 0, 1, $6, $6, $7, $8, $9, case when $10 then null else clock_timestamp() end,
       case when $10 and not $11 then clock_timestamp() + make_interval(hours => $12) end)`,
    [
      id,
      line.vendor_id,
      line.id,
      line.place_id,
      1000 * line.units,
      backKobo,
      reason,
      personId,
      waits ? 'waiting' : 'entered',
      waits,
      line.by_shop,
      line.answer_hours,
    ],
  )
  await tx.query(
    'insert into public.shortfall_shares (shortfall_id, line_id, missing_thousandths, goods_kobo) values ($1, $2, 0, $3)',
    [id, line.id, backKobo],
  )
  return id
}
