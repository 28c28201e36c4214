// Mails and notices about a person's account.

import { defineMessage } from '#domain/define-message.ts'

interface SuspensionMailFacts {
  reason: string
  /** Paid orders that have not been handed over. */
  paidOrders: number
}

interface ReinstatementMailFacts {
  reason: string
}

const ordersStand = (paidOrders: number): string =>
  paidOrders === 0
    ? 'Money that is yours still comes back to you.'
    : `Your ${paidOrders === 1 ? 'paid order stands' : `${paidOrders} paid orders stand`}: you can collect what you paid for, with something that shows your name in place of the code. Money that is yours still comes back to you.`

export const accountMessages = {
  'account-suspended': defineMessage<SuspensionMailFacts>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ reason, paidOrders }, site) => ({
      subject: 'Your account is suspended',
      text: [
        'Good day,',
        `We have suspended your account. The reason: ${reason}`,
        'You cannot sign in, join, order or take money out for now.',
        ordersStand(paidOrders),
        `If you think that this is wrong, write to us: ${site}/contact`,
      ],
    }),
    notice: ({ reason }) => ({ title: /*i18n*/ 'Your account was suspended', body: reason, link: '/account/notices' }),
  }),
  'account-reinstated': defineMessage<ReinstatementMailFacts>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ reason }, site) => ({
      subject: 'Your account is open again',
      text: ['Good day,', `Your account is no longer suspended. ${reason}`, `Sign in as before: ${site}/auth`],
    }),
    notice: ({ reason }) => ({ title: /*i18n*/ 'Your account is open again', body: reason, link: '/account/notices' }),
  }),
}
