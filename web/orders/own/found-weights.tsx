import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import type { Api } from '#api/api.ts'
import { nairaToKobo } from '#domain/money.ts'
import { weightText } from '#domain/packing/weight-text.ts'
import { toBeWeighedText } from '#web/to-be-weighed-text.ts'
import { kobo } from '#web/ui/format.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'

interface WeighedOrder {
  id: string
  lines: readonly {
    id: string
    product_name: string
    unit_price: number
    quantity: number
    most_kg_per_unit: number | null
  }[]
}

/** Lifetime of signed picture addresses. */
const OPEN_SECONDS = 900

/** The lines of an order that are sold by weight, each with what was found, if it was weighed. */
export async function readFoundWeights(api: Api, order: WeighedOrder) {
  const byWeight = order.lines.filter(({ most_kg_per_unit }) => most_kg_per_unit !== null)
  if (byWeight.length === 0) return []
  const { data } = await api.tables
    .from('weights_of_orders')
    .select('line_id, units, grams, cut_kobo, returned_kobo, photo, waits')
    .eq('order_id', order.id)
    .throwOnError()
  const rows = data
  const names = rows.flatMap(({ photo }) => photo ?? [])
  const open = await api.files.createSignedPaths({ bucket: 'deliveries', names }, OPEN_SECONDS)
  return byWeight.map(({ id, product_name: name, unit_price, most_kg_per_unit: most, quantity }) => {
    const row = rows.find(({ line_id }) => line_id === id)
    const units = row?.units ?? quantity
    return {
      id,
      name,
      mostGrams: Math.round(units * (most ?? 0) * 1000),
      grams: row?.grams ?? null,
      priceKobo: Number(nairaToKobo(unit_price)) * units - (row?.cut_kobo ?? 0),
      backKobo: row?.returned_kobo ?? 0,
      waits: row?.waits ?? false,
      picture: open[row?.photo ?? ''] ?? null,
    }
  })
}

export type FoundWeight = Awaited<ReturnType<typeof readFoundWeights>>[number]

/** The final weight of goods that are sold by weight, its price, what came back, and the photograph of the scale. */
export function FoundWeights({ weights }: { weights: readonly FoundWeight[] }) {
  const { i18n } = useLingui()
  if (weights.length === 0) return null
  return (
    <section aria-labelledby="weight">
      <h2 id="weight" className="mb-2 text-22">
        {i18n.t('Weight')}
      </h2>
      <ul className="grid gap-3">
        {weights.map((weight) => (
          <li key={weight.id}>
            <p className="font-semibold break-words">{weight.name}</p>
            <p>{foundText(i18n, weight)}</p>
            {weight.picture && (
              <div className="mt-2 flex items-center gap-3">
                <Picture
                  src={weight.picture}
                  alt=""
                  width={96}
                  height={96}
                  className="size-24 shrink-0 rounded-field bg-kraft object-cover"
                />
                <a href={weight.picture} className="text-link inline-flex min-h-11 items-center">
                  {i18n.t('See the picture of the scale')}
                </a>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function foundText(i18n: I18n, { grams, mostGrams, priceKobo, backKobo, waits }: FoundWeight): string {
  if (grams === null) return toBeWeighedText(i18n, mostGrams)
  const most = weightText(mostGrams)
  const found = { weight: weightText(grams), most, price: kobo(priceKobo) }
  if (waits) {
    return i18n.t(
      '{weight} found of up to {most}. That is less than stated, so the shop answers before your money comes back.',
      found,
    )
  }
  return backKobo > 0
    ? i18n.t('{weight} found of up to {most}: the goods cost {price}, and {back} came back to you.', {
        ...found,
        back: kobo(backKobo),
      })
    : i18n.t('{weight} found of up to {most}: the goods cost {price}.', found)
}
