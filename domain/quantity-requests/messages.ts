// Messages about requests for more of a group buy than one person may take.
import { defineMessage } from '#domain/define-message.ts'
import { countUnits } from '#domain/products/units.ts'
import { withValues } from '#domain/texts/translatable-text.ts'

interface RequestFacts {
  buyId: string
  product: string
  unit: string
  quantity: number
}

export const quantityRequestMessages = {
  /** To the shop. */
  'quantity-requested': defineMessage<RequestFacts & { person: string }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ product, unit, quantity, person }, site) => ({
      subject: `A buyer asks for more: ${product}`.slice(0, 200),
      text: [
        'Good day,',
        `${person} would like ${countUnits(quantity, unit)} of ${product}, which is more than one person may take. Agree or decline:\n${site}/vendor/requests`,
      ],
    }),
    notice: ({ product, unit, quantity, person }) => ({
      title: `A buyer asks for more: ${product}`,
      body: `${person} would like ${countUnits(quantity, unit)}.`,
      link: '/vendor/requests',
    }),
  }),
  'quantity-granted': defineMessage<RequestFacts>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ buyId, product, unit, quantity }, site) => ({
      subject: `The shop agreed: ${product}`.slice(0, 200),
      text: [
        'Good day,',
        `You may take ${countUnits(quantity, unit)} of ${product}. They are not reserved until you join.`,
        `Join now: ${site}/group-buys/${buyId}`,
      ],
    }),
    notice: ({ buyId, product, unit, quantity }) => ({
      title: withValues(/*i18n*/ 'The shop agreed: {product}', { product }),
      body: withValues(/*i18n*/ 'You may take {units}. They are not reserved until you join.', {
        units: countUnits(quantity, unit),
      }),
      link: `/group-buys/${buyId}`,
    }),
  }),
  'quantity-declined': defineMessage<RequestFacts & { reason: string }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ buyId, product, unit, quantity, reason }, site) => ({
      subject: `The shop declined: ${product}`.slice(0, 200),
      text: [
        'Good day,',
        `The shop cannot give you ${countUnits(quantity, unit)} of ${product}.`,
        `Reason: ${reason}`,
        `${site}/group-buys/${buyId}`,
      ],
    }),
    notice: ({ buyId, product, reason }) => ({
      title: withValues(/*i18n*/ 'The shop declined: {product}', { product }),
      body: reason,
      link: `/group-buys/${buyId}`,
    }),
  }),
}
