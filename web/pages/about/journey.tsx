import { brand } from '#domain/brand.ts'
import { SectionHeading } from '#web/ui/headings.tsx'

const entries = [
  {
    year: '2024',
    title: 'A sack shared in Yaba',
    text: 'Neighbours in Lagos pooled their money for one sack of rice at a time and wrote names and amounts in an exercise book. The price fell with every new name. So did the peace, whenever somebody had not paid.',
  },
  {
    year: '2025',
    title: 'From the exercise book to the market',
    text: `${brand.name} opens to everybody: price steps that all can see before they join, payment that is held until hand-over, pickup, delivery and stockpiling, and vendors from across the country.`,
  },
]

/** The journey: two entries, 2024 and 2025. */
export function Journey() {
  return (
    <section aria-labelledby="journey">
      <SectionHeading id="journey">Our journey</SectionHeading>
      <ol className="grid gap-x-8 md:grid-cols-2">
        {entries.map(({ year, title, text }) => (
          <li
            key={year}
            className="border-l-4 border-oil pb-6 pl-5 md:border-t-4 md:border-l-0 md:pt-5 md:pb-0 md:pl-0"
          >
            <p className="text-28 leading-none font-extrabold tabular-nums">
              <time dateTime={year}>{year}</time>
            </p>
            <h3 className="mt-2 text-18">{title}</h3>
            <p className="mt-1 max-w-measure">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
