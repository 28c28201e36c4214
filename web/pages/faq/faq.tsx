import { Trans, useLingui } from '@lingui/react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { brand } from '#domain/brand/brand.ts'
import { apiContext, siteContext, structuredContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageMeta } from '#web/page-meta.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { type Figures, readFigures } from '../setting-figures.ts'
import type { Route } from './+types/faq.ts'
import { faqSections } from './answers.ts'
import type { FaqSection, Question } from './faq-section.ts'
import { faqStructuredData } from './faq-structured-data.server.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const figures = await readFigures(context.get(apiContext))
  context.set(structuredContext, faqStructuredData(context.get(siteContext).origin, figures))
  return figures
}

export default function Faq({ loaderData: figures }: Route.ComponentProps) {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeading lead={i18n.t('Short answers about buying together, money, rewards and getting your food.')}>
        {i18n.t('Frequently asked questions')}
      </PageHeading>
      <div className="grid max-w-[820px] gap-4">
        {faqSections.map((section, index) => (
          <Section key={section.id} section={section} open={index === 0} figures={figures} />
        ))}
      </div>
      <p className="text-link mt-10 text-18">
        <Trans
          id="Still have a question? Write to <mail>{mail}</mail>. We answer {hours}."
          components={{ mail: <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> }}
          values={{ mail: brand.supportEmail, hours: i18n.t(brand.hours) }}
        />
      </p>
    </>
  )
}

function Section({ section, open, figures }: { section: FaqSection; open: boolean; figures: Figures }) {
  const { i18n } = useLingui()
  return (
    <details id={section.id} open={open} className="group/section rounded-card border border-grain bg-card">
      <summary className="flex min-h-16 items-center justify-between gap-4 px-4 py-3 md:px-5">
        <h2 className="text-18 md:text-22">{i18n.t(section.title)}</h2>
        <ChevronDown aria-hidden size={24} className="shrink-0 transition-transform group-open/section:rotate-180" />
      </summary>
      <div className="border-t border-grain px-4 pb-2 md:px-5">
        {section.questions.map((question) => (
          <FaqAnswer key={question.question} {...question} figures={figures} />
        ))}
      </div>
    </details>
  )
}

function FaqAnswer({ question, answer, figures }: Question & { figures: Figures }) {
  const { i18n } = useLingui()
  return (
    <details className="group/answer border-t border-grain first:border-t-0">
      <summary className="flex min-h-12 items-center justify-between gap-4 py-3">
        <h3 className="text-16">{i18n.t(question, figures)}</h3>
        <ChevronDown
          aria-hidden
          size={20}
          className="shrink-0 text-soft transition-transform group-open/answer:rotate-180"
        />
      </summary>
      <div className="grid max-w-measure gap-3 pb-4">
        {answer.map((paragraph) => (
          <p key={paragraph}>{i18n.t(paragraph, figures)}</p>
        ))}
      </div>
    </details>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(
    i18n.t('FAQ'),
    i18n.t('Answers about group buying, price tiers, PEPS, referrals, payment, delivery and refunds.'),
  )
}
