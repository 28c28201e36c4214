import { Trans, useLingui } from '@lingui/react'
import { brand } from '#domain/brand/brand.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/about.ts'
import { Journey } from './journey.tsx'
import { Steps } from './steps.tsx'
import { Story } from './story.tsx'

export default function About() {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeading
        lead={i18n.t(
          'Food is sold in sacks and baskets, and the price of a sack depends on how many you take. We bring people together, so that a household pays what a big buyer pays.',
        )}
      >
        {i18n.t('About {brand}', { brand: brand.name })}
      </PageHeading>
      <div className="grid gap-12 md:gap-16">
        <Mission />
        <Journey />
        <Steps />
        <Story />
        <section aria-labelledby="start" className="rounded-card border border-grain bg-card p-5 md:p-8">
          <h2 id="start" className="text-22 md:text-28">
            {i18n.t('Buy your next bag together with others')}
          </h2>
          <p className="mt-2 mb-5 max-w-measure">
            {i18n.t('An account is free. You can look at every open group buy without one.')}
          </p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/auth" size="large">
              {i18n.t('Get Started')}
            </LinkButton>
            <LinkButton to="/group-buys" tone="plain" size="large">
              {i18n.t('Active Group Buys')}
            </LinkButton>
          </div>
        </section>
      </div>
    </>
  )
}

function Mission() {
  const { i18n } = useLingui()
  return (
    <section aria-labelledby="mission" className="grid items-center gap-8 lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-16">
      <div className="max-w-measure">
        <SectionHeading id="mission">{i18n.t('Our mission')}</SectionHeading>
        <p className="text-18">
          {i18n.t(
            'With inflation of over 42%, a salary that filled the store two years ago now fills little more than half of it. Our mission is to make good food affordable again: households and restaurants buy together, straight from the people who grow, process and sell the food.',
          )}
        </p>
        <p className="mt-4">
          <Trans
            id="The idea is old. <ajo>Àjọ</ajo> means putting our money together, and <oja>ọjà</oja> means market. What is new is that people who do not know each other can do it safely: the price follows rules that everybody can read, we hold the money until the food is handed over, and everybody is refunded if a group buy does not fill."
            components={{ ajo: <i lang="yo" />, oja: <i lang="yo" /> }}
          />
        </p>
      </div>
      <img src="/hero/stall.svg" alt="" width={400} height={300} className="w-full rounded-card border-2 border-ink" />
    </section>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(
    i18n.t('About Us'),
    i18n.t('Why food is cheaper when many people buy it together, and how a group buy works.'),
  )
}
