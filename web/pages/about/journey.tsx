import { useLingui } from '@lingui/react'
import { SectionHeading } from '#web/ui/headings.tsx'
import { textFigures } from '../text-figures.ts'

const entries = [
  {
    year: '2024',
    title: /*i18n*/ 'A sack shared in Yaba',
    text: /*i18n*/ 'Neighbours in Lagos put their money together for one sack of rice at a time. They wrote names and amounts in an exercise book. The price fell with every new name, but there was a quarrel whenever somebody had not paid.',
  },
  {
    year: '2025',
    title: /*i18n*/ 'From the exercise book to the market',
    text: /*i18n*/ '{brand} opens to everybody. You see the price steps before you join, your money is held until hand-over, and you can choose pickup, delivery or stockpiling. Vendors come from all over the country.',
  },
]

/** The company's history: two entries, 2024 and 2025. */
export function Journey() {
  const { i18n } = useLingui()
  return (
    <section aria-labelledby="journey">
      <SectionHeading id="journey">{i18n.t('Our journey')}</SectionHeading>
      <ol className="grid gap-x-8 md:grid-cols-2">
        {entries.map(({ year, title, text }) => (
          <li
            key={year}
            className="border-l-4 border-oil pb-6 pl-5 md:border-t-4 md:border-l-0 md:pt-5 md:pb-0 md:pl-0"
          >
            <p className="text-28 leading-none font-extrabold tabular-nums">
              <time dateTime={year}>{year}</time>
            </p>
            <h3 className="mt-2 text-18">{i18n.t(title)}</h3>
            <p className="mt-1 max-w-measure">{i18n.t(text, textFigures)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
