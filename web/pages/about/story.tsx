import { useLingui } from '@lingui/react'
import Play from 'lucide-react/icons/play'
import type { ReactNode } from 'react'
import { brand } from '#domain/brand/brand.ts'
import { PoolBar } from '#web/ui/cards/pool-bar.tsx'
import { PriceTag } from '#web/ui/cards/price-tag.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'

// An example: base price 80,000; 76,000 from 5 people, 72,000 from 10, 68,000 from 20.
const buy = {
  minParticipants: 5,
  tiers: [
    { participants: 5, priceKobo: 7_600_000n },
    { participants: 10, priceKobo: 7_200_000n },
    { participants: 20, priceKobo: 6_800_000n },
  ],
}

const frames: { title: string; text: string; picture: ReactNode }[] = [
  {
    title: /*i18n*/ 'Monday: a vendor opens a group buy',
    text: /*i18n*/ 'One bag costs ₦80,000. The vendor promises lower prices for 5, 10 and 20 people, and names the sharing day.',
    picture: <PriceTag price={80_000} unit="bag" />,
  },
  {
    title: /*i18n*/ 'Tuesday: you join',
    text: /*i18n*/ 'You are the fifth person, so the first step is reached: all five pay ₦76,000. This is also the most you can pay.',
    picture: <PoolBar {...buy} joined={5} paid={2} />,
  },
  {
    title: /*i18n*/ 'You tell your neighbours',
    text: /*i18n*/ 'You send them the link. Now twelve people are in, and everybody’s page shows ₦72,000.',
    picture: <PoolBar {...buy} joined={12} paid={7} />,
  },
  {
    title: /*i18n*/ 'Everybody pays, and the difference comes back',
    text: /*i18n*/ 'You paid ₦76,000. Twelve people paid in time, so the final price is ₦72,000 and ₦4,000 comes back to you, with its share of the fee.',
    picture: <PriceTag price={72_000} basePrice={80_000} unit="bag" />,
  },
  {
    title: /*i18n*/ 'Sharing day',
    text: /*i18n*/ 'You check the food, weigh it if you like, and give your six-digit code only when the food is in your hands.',
    picture: (
      <p className="inline-flex gap-1.5 font-mono text-28 font-bold tabular-nums">
        <CodeWords />
        <span className="rounded-field border-2 border-ink bg-card px-3 py-1 tracking-widest">482 913</span>
      </p>
    ),
  },
  {
    title: /*i18n*/ 'The vendor is paid',
    text: /*i18n*/ 'Only after hand-over, and once the time for complaints has passed. If the group buy had not filled, everybody would have got all their money back.',
    picture: <img src="/basins/rice.svg" alt="" width={112} height={112} loading="lazy" decoding="async" />,
  },
]

/**
 * A picture story of six frames instead of a video. Loads nothing before it is opened, and nothing from other sites.
 */
export function Story() {
  const { i18n } = useLingui()
  return (
    <section aria-labelledby="story">
      <SectionHeading id="story">{i18n.t('Follow one bag from Monday to sharing day')}</SectionHeading>
      <details className="group overflow-hidden rounded-card border-2 border-ink bg-card" data-story>
        <summary className="cloth flex aspect-[16/10] flex-col items-center justify-center gap-4 p-4 text-center group-open:aspect-auto group-open:flex-row group-open:justify-start sm:aspect-[16/6]">
          <span className="grid size-16 shrink-0 place-items-center rounded-chip border-2 border-on-oil bg-oil text-on-oil group-open:size-11">
            <Play aria-hidden size={28} className="fill-current" />
          </span>
          <span className="text-left">
            <span className="block text-22 font-extrabold group-open:text-18">
              {i18n.t('How {brand} works', { brand: brand.name })}
            </span>
            <span className="block group-open:hidden">
              {i18n.t('Six pictures, one minute. They load when you open this.')}
            </span>
          </span>
        </summary>
        <ol className="grid gap-px bg-grain sm:grid-cols-2 lg:grid-cols-3">
          {frames.map(({ title, text, picture }, index) => (
            <li key={title} className="bg-card">
              <figure className="flex h-full flex-col p-4 md:p-5">
                <div className="flex items-center sm:min-h-36">
                  <div className="w-full">{picture}</div>
                </div>
                <figcaption className="mt-3">
                  <p className="font-bold">
                    {index + 1}. {i18n.t(title)}
                  </p>
                  <p className="mt-1">{i18n.t(text)}</p>
                </figcaption>
              </figure>
            </li>
          ))}
        </ol>
      </details>
    </section>
  )
}

function CodeWords() {
  const { i18n } = useLingui()
  return <span className="sr-only">{i18n.t('A code such as')} </span>
}
