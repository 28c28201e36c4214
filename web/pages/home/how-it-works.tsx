import { claims, type OwnFigures } from '#domain/market-figures.ts'
import { count, plural } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { NumberedSteps } from '#web/ui/numbered-steps.tsx'

const steps = [
  { title: 'Join with your quantity', text: 'You see the price now, the next step and the most you can pay.' },
  { title: 'The price falls together', text: 'At each step the price falls for everybody in the buy.' },
  { title: 'Share on the day', text: 'Collect with your code, or have it brought to your door.' },
]

/** Three steps, the three claimed figures, and this market's own once they bear the claims out. */
export function HowItWorks({ own }: { own: OwnFigures | null }) {
  return (
    <section aria-labelledby="how" className="cloth">
      <div className="mx-auto grid max-w-page gap-8 px-4 py-10 lg:grid-cols-[1fr_1fr] lg:gap-14">
        <div>
          <SectionHeading id="how">How it works</SectionHeading>
          <NumberedSteps steps={steps} />
        </div>
        <div className="grid content-center gap-5">
          <ul aria-label="Figures" className="grid grid-cols-[auto_auto_auto] justify-between gap-4">
            {claims.map(({ figure, label }) => (
              <li key={label}>
                <span className="block text-22 font-extrabold tracking-tight tabular-nums sm:text-28 md:text-36">
                  {figure}
                </span>{' '}
                {label}
              </li>
            ))}
          </ul>
          {own && (
            <p className="border-t border-on-cloth/40 pt-4">
              In this market so far: {own.averageSavingsPercent}% average savings on{' '}
              {plural(own.settledOrders, 'settled order')}, {count(own.members)} members.
            </p>
          )}
        </div>
      </div>
    </section>
  )
}
