import { brand } from '#domain/brand.ts'
import { titled } from '#web/titled.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Journey } from './journey.tsx'
import { Steps } from './steps.tsx'
import { Story } from './story.tsx'

export default function About() {
  return (
    <>
      <PageHeading lead="Food is sold in sacks and baskets, and the price of a sack depends on how many you take. We bring people together, so that a household pays what a big buyer pays.">
        About {brand.name}
      </PageHeading>
      <div className="grid gap-12 md:gap-16">
        <Mission />
        <Journey />
        <Steps />
        <Story />
        <section aria-labelledby="start" className="rounded-card border border-grain bg-card p-5 md:p-8">
          <h2 id="start" className="text-22 md:text-28">
            Buy your next bag with others
          </h2>
          <p className="mt-2 mb-5 max-w-measure">
            An account is free. You can look at every open group buy first without one.
          </p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/auth" size="large">
              Get Started
            </LinkButton>
            <LinkButton to="/group-buys" tone="plain" size="large">
              Active Group Buys
            </LinkButton>
          </div>
        </section>
      </div>
    </>
  )
}

function Mission() {
  return (
    <section aria-labelledby="mission" className="grid items-center gap-8 lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-16">
      <div className="max-w-measure">
        <SectionHeading id="mission">Our mission</SectionHeading>
        <p className="text-18">
          With inflation of over 42%, a salary that filled the store two years ago now fills little more than half of
          it. Our mission is to make good food affordable again, by letting households and restaurants buy together,
          straight from the people who grow, process and sell it.
        </p>
        <p className="mt-4">
          The idea is old. <i lang="yo">Àjọ</i> is pooling what we have, <i lang="yo">ọjà</i> is the market. What is new
          is that strangers in one city can do it safely: the price follows rules that everybody can read, money is held
          until the food is handed over, and everybody is refunded if a buy does not fill.
        </p>
      </div>
      <img src="/hero/stall.svg" alt="" width={400} height={300} className="w-full rounded-card border-2 border-ink" />
    </section>
  )
}

export const meta = () =>
  titled('About Us', 'Why food is cheaper when many people buy it together, and how a group buy works.')
