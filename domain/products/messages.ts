// Mails and notices about questions on products.
import { defineMessage } from '#domain/define-message.ts'
import { withValues } from '#domain/texts/translatable-text.ts'

export const questionMessages = {
  /** To the vendor. */
  'question-asked': defineMessage<{ product: string; question: string }>({
    topic: 'messages',
    push: 'by-day',
    isPublic: true,
    isMailDeferred: true,
    lane: 'transactional',
    mail: ({ product, question }, site) => ({
      subject: `A question about ${product}`,
      text: [
        'Good day,',
        `Somebody asks about ${product}:\n${question}`,
        `Your answer appears on the product’s page, where every buyer can read it. Answer here: ${site}/vendor/questions`,
      ],
    }),
    notice: ({ product, question }) => ({
      title: `A question about ${product}`,
      body: question,
      link: '/vendor/questions',
    }),
  }),
  /** To the user who asked. */
  'question-answered': defineMessage<{ product: string; productId: string; answer: string }>({
    topic: 'messages',
    push: 'by-day',
    isPublic: true,
    isMailDeferred: true,
    lane: 'transactional',
    mail: ({ product, productId, answer }, site) => ({
      subject: `Your question about ${product} is answered`,
      text: [
        'Good day,',
        `The vendor has answered your question about ${product}:\n${answer}`,
        `The product: ${site}/products/${productId}#questions`,
      ],
    }),
    notice: ({ product, productId, answer }) => ({
      title: withValues(/*i18n*/ 'Your question about {product} is answered', { product }),
      body: answer,
      link: `/products/${productId}#questions`,
    }),
  }),
}
