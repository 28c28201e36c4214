import { brand } from '#domain/brand/brand.ts'
import { defineMessage } from '#domain/define-message.ts'
import { type TextTemplate, withValues } from '#domain/texts/translatable-text.ts'
import { formatDay, formatMoment } from '#domain/time/date-text.ts'

/** Shown with each message of a shop: it may contain anything, such as the number of a bank account. */
export const PAY_ONLY_HERE =
  /*i18n*/ 'Pay only on this site. A shop never asks you to send money any other way; if one does, tell us.'

interface MovedDates {
  endDate: Date
  /** 'YYYY-MM-DD' */
  shareDate: string
  /** The sharing day stays as it was. */
  keepsShareDate: boolean
}

/** The dates after an extension. */
export const extensionText = ({ endDate, shareDate, keepsShareDate }: MovedDates): TextTemplate => {
  const dates = { moment: formatMoment(endDate), day: formatDay(shareDate) }
  return keepsShareDate
    ? withValues(/*i18n*/ 'Until {moment}; the sharing day stays {day}.', dates)
    : withValues(/*i18n*/ 'Until {moment}; sharing day is now {day}.', dates)
}

export const broadcastMessages = {
  /** To people in a group buy, from its shop. */
  'shop-message': defineMessage<{ buyId: string; product: string; shop: string; message: string }>({
    topic: 'messages',
    push: 'by-day',
    isMailDeferred: true,
    lane: 'bulk',
    mail: ({ buyId, product, shop, message }, site) => ({
      subject: `From ${shop} about ${product}`,
      text: [
        'Good day,',
        `${shop} writes to the people in the group buy ${product}:`,
        message,
        `Pay only on ${brand.name}. A shop never asks you to send money any other way; if one does, tell us: ${site}/contact`,
        `Your part: ${site}/group-buys/${buyId}#your-part\nChoose what we tell you: ${site}/account/notices/preferences`,
      ],
    }),
    notice: ({ buyId, product, shop, message }) => ({
      title: withValues(/*i18n*/ 'From {shop} about {product}', { shop, product }),
      body: [message, PAY_ONLY_HERE],
      link: `/group-buys/${buyId}#your-part`,
    }),
  }),
}
