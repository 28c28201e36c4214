// Mails and notices about applications of shops, decisions on them, and changes requested by approved shops.
import { defineMessage } from '#domain/define-message.ts'
import { withValues } from '#domain/texts/translatable-text.ts'

interface ShopReviewFacts {
  shopId: string
  shop: string
  state: string
  area: 'manager' | 'coordinator'
}

/** "Name", "Rice Palace" */
interface Change {
  label: string
  value: string
}

const decisions = {
  approve: {
    subject: 'Your shop is open',
    outcome: 'is approved. You can now publish products and group buys',
  },
  reject: {
    subject: 'About your shop',
    outcome: 'could not be approved yet. You may correct it and send it in again',
  },
  suspend: {
    subject: 'Your shop is suspended',
    outcome: 'is suspended. Orders that were accepted still stand',
  },
  reinstate: { subject: 'Your shop is open again', outcome: 'is open again' },
} as const

export const applicationMessages = {
  'vendor-decision': defineMessage<{ decision: keyof typeof decisions; shop: string; note: string }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ decision, shop, note }, site) => ({
      subject: `${decisions[decision].subject}: ${shop}`,
      text: [
        'Good day,',
        `Your shop ${shop} ${decisions[decision].outcome}.`,
        ...(note ? [note] : []),
        `${site}/vendor/dashboard`,
      ],
    }),
    notice: ({ decision, shop, note }) => ({
      title: `${decisions[decision].subject}: ${shop}`,
      body: note || `Your shop ${decisions[decision].outcome}.`,
      link: decision === 'reject' ? '/vendor-signup' : '/vendor/dashboard',
    }),
  }),
  'application-received': defineMessage<{ shop: string; state: string }>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ shop, state }, site) => ({
      subject: `We received your application: ${shop}`,
      text: [
        'Good day,',
        `Thank you for applying with ${shop}. A manager for ${state} will look at it and may call you. You will get a mail with the decision.`,
        `Until then you can correct what you sent and prepare your products. Nobody else sees them before your shop is approved:\n${site}/vendor-signup`,
      ],
    }),
    notice: ({ shop, state }) => ({
      title: `We received your application: ${shop}`,
      body: `A manager for ${state} will look at it and may call you.`,
      link: '/vendor-signup',
    }),
  }),
  'application-to-decide': defineMessage<ShopReviewFacts>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ shopId, shop, state, area }, site) => ({
      subject: `New shop to decide on: ${shop}`,
      text: [
        'Good day,',
        `${shop} in ${state} has applied. Please approve or reject it:\n${site}/${area}/vendors/${shopId}`,
      ],
    }),
    notice: ({ shopId, shop, state, area }) => ({
      title: `New shop to decide on: ${shop}`,
      body: `It has applied in ${state}.`,
      link: `/${area}/vendors/${shopId}`,
    }),
  }),
  /** To the staff who decide. */
  'shop-change-requested': defineMessage<ShopReviewFacts>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ shopId, shop, state, area }, site) => ({
      subject: `A shop asks for a change: ${shop}`,
      text: [
        'Good day,',
        `${shop} in ${state} asks to change details that we approved. Please approve or refuse it:\n${site}/${area}/vendors/${shopId}`,
      ],
    }),
    notice: ({ shopId, shop, state, area }) => ({
      title: `A shop asks for a change: ${shop}`,
      body: `It is in ${state}.`,
      link: `/${area}/vendors/${shopId}`,
    }),
  }),
  /** To the vendor. */
  'shop-change-decided': defineMessage<{ shop: string; approved: boolean; note: string; changes: Change[] }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ shop, approved, note, changes }, site) => ({
      subject: `${approved ? 'Approved' : 'Refused'}: the change you asked for`,
      text: [
        'Good day,',
        approved
          ? `We have approved what you asked to change at ${shop}. Buyers see it from now on.`
          : `We have not approved what you asked to change at ${shop}. It stays as it was.`,
        changes.map(({ label, value }) => `${label}: ${value}`).join('\n'),
        ...(note ? [`Reason: ${note}`] : []),
        `${site}/vendor/shop`,
      ],
    }),
    notice: ({ shop, approved, note }) => ({
      title: `${approved ? 'Approved' : 'Refused'}: the change you asked for`,
      body: note || (approved ? `Buyers of ${shop} see it from now on.` : `${shop} stays as it was.`),
      link: '/vendor/shop',
    }),
  }),
  'shop-suspended': defineMessage<{ shop: string; orders: { orderNo: number; product: string }[] }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ shop, orders }, site) => ({
      subject: `About your order: ${shop} is suspended`,
      text: [
        'Good day,',
        `We have suspended the shop ${shop}. Until that is settled nobody can join its group buys or buy from it.`,
        `Your orders stand:\n${orders.map(({ orderNo, product }) => `- ${orderNo}, ${product}`).join('\n')}`,
        'If you have paid, we keep your money: the shop is paid only after the food is in your hands. If you have not paid, you can leave free as the order says.',
        `Your orders: ${site}/account/orders\nQuestions: ${site}/contact`,
      ],
    }),
    notice: ({ shop, orders }) => ({
      title: withValues(/*i18n*/ '{shop} is suspended', { shop }),
      body: [
        withValues(/*i18n*/ 'Your orders stand: {orders}.', {
          orders: orders.map(({ orderNo, product }) => `${orderNo}, ${product}`).join('; '),
        }),
        /*i18n*/ 'What you paid is held for you.',
      ],
      link: '/account/orders',
    }),
  }),
}
