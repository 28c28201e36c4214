import { breadcrumbs, type StructuredData } from '#web/structured-data.ts'
import { faqSections } from './answers.ts'

/** Every question with its answer. */
export function faqThings(origin: string): StructuredData {
  const questions = faqSections.flatMap((section) => section.questions)
  return [
    {
      '@type': 'FAQPage',
      '@id': `${origin}/faq#questions`,
      inLanguage: 'en-NG',
      mainEntity: questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer.join('\n') },
      })),
    },
    breadcrumbs(origin, [['FAQ', '/faq']]),
  ]
}
