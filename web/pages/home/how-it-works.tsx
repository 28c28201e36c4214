import { useLingui } from '@lingui/react'
import { marketingClaims, type OwnFigures } from '#domain/figures/market-figures.ts'
import { NumberedSteps } from '#web/ui/facts/numbered-steps.tsx'
import { count } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'

const steps = [
  {
    title: /*i18n*/ 'Join with your quantity',
    text: /*i18n*/ 'You see the price now, the next step and the most you can pay.',
  },
  {
    title: /*i18n*/ 'More people, lower price',
    text: /*i18n*/ 'At each step the price falls for everybody in the group buy.',
  },
  { title: /*i18n*/ 'Share on the day', text: /*i18n*/ 'Collect with your code, or have it brought to your door.' },
]

/** Three steps, the three advertised figures, and the market's actual figures once they confirm the advertised ones. */
export function HowItWorks({ own }: { own: OwnFigures | null }) {
  const { i18n } = useLingui()
  return (
    <section aria-labelledby="how" className="bg-kraft">
      <div className="mx-auto grid max-w-page gap-8 px-4 py-10 lg:grid-cols-[1fr_1fr] lg:gap-14">
        <div>
          <SectionHeading id="how">{i18n.t('How it works')}</SectionHeading>
          <NumberedSteps steps={steps.map(({ title, text }) => ({ title: i18n.t(title), text: i18n.t(text) }))} />
        </div>
        <div className="grid content-center gap-5">
          <ul aria-label={i18n.t('Figures')} className="grid grid-cols-[auto_auto_auto] justify-between gap-4">
            {marketingClaims.map(({ figure, label }) => (
              <li key={label}>
                <span className="block font-sign text-22 font-extrabold sm:text-28 md:text-36">{figure}</span>{' '}
                {i18n.t(label)}
              </li>
            ))}
          </ul>
          {own && (
            <p className="border-t-2 border-ink pt-4">
              {i18n.t(
                'In this market so far: {percent}% average savings, {orders} settled orders, {members} members.',
                {
                  percent: own.averageSavingsPercent,
                  orders: count(own.settledOrders),
                  members: count(own.members),
                },
              )}
            </p>
          )}
        </div>
      </div>
    </section>
  )
}
