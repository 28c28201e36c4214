import type { I18n } from '@lingui/core'
import { weightText } from '#domain/packing/weight-text.ts'
import { staticMarkup } from '#web/rendering/static-markup.server.tsx'
import { toBeWeighedText } from '#web/to-be-weighed-text.ts'
import { kobo } from '#web/ui/format.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { OrderClaims, type readOrderClaims } from './order-claims.tsx'
import { PendingRefunds } from './pending-refunds.tsx'
import type { FoundWeight } from './read-found-weights.ts'

interface ShownOrderParts {
  orderId: string
  weights: readonly FoundWeight[]
  refunds: Parameters<typeof PendingRefunds>[0]['refunds']
  claims: Awaited<ReturnType<typeof readOrderClaims>>
}

/** Weights, the money that comes back and claims, as HTML for which browsers load no script. */
export function orderPartsHtml(
  { orderId, weights, refunds, claims }: ShownOrderParts,
  { i18n, savesData }: { i18n: I18n; savesData: boolean },
): string {
  return staticMarkup(
    <>
      {weights.length > 0 && <FoundWeights weights={weights} i18n={i18n} />}
      <PendingRefunds refunds={refunds} />
      <OrderClaims orderId={orderId} {...claims} />
    </>,
    { i18n, shell: { area: null, savesData } },
  )
}

/** The final weight of goods that are sold by weight, its price, what came back, and the photograph of the scale. */
function FoundWeights({ weights, i18n }: { weights: readonly FoundWeight[]; i18n: I18n }) {
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
                  width={72}
                  height={72}
                  className="size-18 shrink-0 rounded-field bg-kraft object-cover"
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
