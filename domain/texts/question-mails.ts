// Mails and notices about questions on products.
import type { MailTable } from './mail-content.ts'
import type { NoticeTable } from './notice-content.ts'

export interface QuestionMails {
  /** To the vendor. */
  'question-asked': { product: string; question: string }
  /** To the user who asked. */
  'question-answered': { product: string; productId: string; answer: string }
}

export const questionMails: MailTable<QuestionMails> = {
  'question-asked': ({ product, question }, site) => ({
    subject: `A question about ${product}`,
    text: [
      'Good day,',
      `Somebody asks about ${product}:\n${question}`,
      `Your answer appears on the product’s page, where every buyer can read it. Answer here: ${site}/vendor/questions`,
    ],
  }),
  'question-answered': ({ product, productId, answer }, site) => ({
    subject: `Your question about ${product} is answered`,
    text: [
      'Good day,',
      `The vendor has answered your question about ${product}:\n${answer}`,
      `The product: ${site}/products/${productId}#questions`,
    ],
  }),
}

export const questionNotices: NoticeTable<QuestionMails> = {
  'question-asked': ({ product, question }) => ({
    title: `A question about ${product}`,
    body: question,
    link: '/vendor/questions',
  }),
  'question-answered': ({ product, productId, answer }) => ({
    title: `Your question about ${product} is answered`,
    body: answer,
    link: `/products/${productId}#questions`,
  }),
}
