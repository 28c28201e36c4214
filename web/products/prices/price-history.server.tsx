import { useLingui } from '@lingui/react'
import { type PriceHistory as Prices, priceHistory } from '#domain/products/price-history.ts'
import { Disclosure } from '#web/ui/browse/disclosure.tsx'
import { kobo, longDay } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { HEIGHT, lineThrough, PLOT_BOTTOM, PLOT_TOP, priceScale, WIDTH } from './price-line.ts'
import type { PriceRecords } from './price-queries.ts'

/** The section about a product's prices of the last year; null if there was only one. Needs no scripts. */
export function priceHistorySection(records: PriceRecords, { unit, today }: { unit: string; today: string }) {
  const history = priceHistory(records, today)
  return history && <PriceHistory history={history} unit={unit} />
}

interface PriceHistoryProps {
  history: Prices
  unit: string
}

function PriceHistory({ history, unit }: PriceHistoryProps) {
  const { i18n } = useLingui()
  const { lowestKobo, highestKobo, from } = history
  return (
    <section aria-labelledby="prices">
      <SectionHeading id="prices">{i18n.t('The price over time')}</SectionHeading>
      <p className="mb-2 tabular-nums">
        {i18n.t('Since {day}: {lowest} to {highest} a {unit}.', {
          day: longDay(from),
          lowest: kobo(lowestKobo),
          highest: kobo(highestKobo),
          unit,
        })}
      </p>
      <PriceLine history={history} />
      <Disclosure title={i18n.t('The prices as a table')}>
        <PriceTable history={history} />
      </Disclosure>
    </section>
  )
}

/** A step for each change, and a dot for each group buy, above zero. */
function PriceLine({ history }: Pick<PriceHistoryProps, 'history'>) {
  const { i18n } = useLingui()
  const { alone, together, from } = history
  const { x, y, topKobo } = priceScale(history)
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={i18n.t('A line of the prices. The table below has each of them.')}
        fill="currentColor"
        fontSize="12"
        style={{ width: '100%', maxWidth: '30rem', overflow: 'visible' }}
      >
        <path d={`M0 ${PLOT_TOP}H${WIDTH}M0 ${PLOT_BOTTOM}H${WIDTH}`} stroke="var(--grain)" />
        <text y={PLOT_TOP - 5}>{kobo(topKobo)}</text>
        <text y={PLOT_BOTTOM - 5}>₦0</text>
        <text y={HEIGHT - 3}>{longDay(from)}</text>
        <text x={WIDTH} y={HEIGHT - 3} textAnchor="end">
          {i18n.t('Today')}
        </text>
        <path d={lineThrough(history)} fill="none" stroke="currentColor" strokeWidth="2" />
        {together.map(({ day, priceKobo }) => (
          <circle key={`${day} ${priceKobo}`} cx={x(day)} cy={y(priceKobo)} r="4" fill="var(--leaf)" />
        ))}
      </svg>
      <figcaption className="mt-1 flex flex-wrap gap-x-4 text-14">
        {alone.length > 0 && <span>— {i18n.t('Alone')}</span>}
        {together.length > 0 && (
          <span>
            <span className="text-leaf" aria-hidden>
              ●
            </span>{' '}
            {i18n.t('In a group buy, as it was paid')}
          </span>
        )}
      </figcaption>
    </figure>
  )
}

function PriceTable({ history: { alone, together } }: Pick<PriceHistoryProps, 'history'>) {
  const { i18n } = useLingui()
  const rows = [
    ...alone.map((price) => ({ ...price, isAlone: true })),
    ...together.map((price) => ({ ...price, isAlone: false })),
  ]
  return (
    <table className="w-full tabular-nums">
      <thead>
        <tr className="text-left">
          <th scope="col">{i18n.t('Day')}</th>
          <th scope="col">{i18n.t('Alone')}</th>
          <th scope="col">{i18n.t('In a group buy')}</th>
        </tr>
      </thead>
      <tbody>
        {rows
          .sort((a, b) => b.day.localeCompare(a.day))
          .map(({ day, priceKobo, isAlone }) => (
            <tr key={`${day} ${isAlone} ${priceKobo}`}>
              <th scope="row" className="text-left font-normal">
                {longDay(day)}
              </th>
              <td>{isAlone && kobo(priceKobo)}</td>
              <td>{!isAlone && kobo(priceKobo)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
