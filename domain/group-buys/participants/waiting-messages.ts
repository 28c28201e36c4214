// Messages to people on the waiting list of a full group buy.
import { defineMessage } from '#domain/define-message.ts'
import { countUnits } from '#domain/products/units.ts'
import { withValues } from '#domain/texts/translatable-text.ts'
import { formatMoment } from '#domain/time/date-text.ts'

interface WaitFacts {
  buyId: string
  product: string
  unit: string
  quantity: number
  /** End of the offer; not used by the other messages. */
  until: Date
}

export const waitingMessages = {
  'place-offered': defineMessage<WaitFacts>({
    topic: 'orders',
    push: 'now',
    isPublic: true,
    lane: 'transactional',
    mail: ({ buyId, product, unit, quantity, until }, site) => ({
      subject: `Held for you: ${product}`.slice(0, 200),
      text: [
        'Good day,',
        `${countUnits(quantity, unit)} of ${product} became free, and you are next in line. We hold them for you until ${formatMoment(until)}. After that they go to the next person.`,
        `Join now: ${site}/group-buys/${buyId}`,
        'You have ordered nothing yet, and you owe nothing if you do not join.',
      ],
    }),
    notice: ({ buyId, product, unit, quantity, until }) => ({
      title: withValues(/*i18n*/ 'Held for you: {product}', { product }),
      body: withValues(
        /*i18n*/ '{units} are yours until {moment} if you join. After that they go to the next person.',
        {
          units: countUnits(quantity, unit),
          moment: formatMoment(until),
        },
      ),
      link: `/group-buys/${buyId}`,
    }),
  }),
  'place-lapsed': defineMessage<WaitFacts>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ buyId, product, unit, quantity }, site) => ({
      subject: `No longer held for you: ${product}`.slice(0, 200),
      text: [
        'Good day,',
        `You did not join in time, so the ${countUnits(quantity, unit)} of ${product} that we held for you went to the next person. You owe nothing.`,
        `You can wait again: ${site}/group-buys/${buyId}`,
      ],
    }),
    notice: ({ buyId, product }) => ({
      title: withValues(/*i18n*/ 'No longer held for you: {product}', { product }),
      body: /*i18n*/ 'You did not join in time, so it went to the next person. You owe nothing, and you can wait again.',
      link: `/group-buys/${buyId}`,
    }),
  }),
  'waiting-list-closed': defineMessage<WaitFacts>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ product }, site) => ({
      subject: `The waiting list has ended: ${product}`.slice(0, 200),
      text: [
        'Good day,',
        `The group buy ${product} has closed, and nothing became free for you. You owe nothing.`,
        `Other group buys: ${site}/group-buys`,
      ],
    }),
    notice: ({ product }) => ({
      title: withValues(/*i18n*/ 'The waiting list has ended: {product}', { product }),
      body: /*i18n*/ 'The group buy has closed, and nothing became free for you. You owe nothing.',
      link: '/group-buys',
    }),
  }),
}
