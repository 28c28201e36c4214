import { english } from '#web/languages/i18n.ts'
import { breadcrumbs, type StructuredData } from '#web/rendering/structured-data.ts'
import type { Figures } from '../setting-figures.ts'
import { faqSections } from './answers.ts'

/** The structured data of every question with its answer, in English. */
export function faqStructuredData(origin: string, figures: Figures): StructuredData {
  const questions = faqSections.flatMap((section) => section.questions)
  return [
    {
      '@type': 'FAQPage',
      '@id': `${origin}/faq#questions`,
      inLanguage: 'en-NG',
      mainEntity: questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: english.t(question, figures),
        acceptedAnswer: {
          '@type': 'Answer',
          text: answer.map((paragraph) => english.t(paragraph, figures)).join('\n'),
        },
      })),
    },
    breadcrumbs(origin, [['FAQ', '/faq']]),
  ]
}
