// Messages about companies: to the staff who check them, to their owners, and to the people they invite.
import { defineMessage } from '#domain/define-message.ts'
import { withValues } from '#domain/texts/translatable-text.ts'

export const businessMessages = {
  /** To the staff who decide. */
  'business-to-check': defineMessage<{ business: string; state: string; area: 'manager' | 'coordinator' }>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ business, state, area }, site) => ({
      subject: `A company to check: ${business}`.slice(0, 200),
      text: [
        'Good day,',
        `${business} in ${state} asks to be verified. Please check its name and TIN:\n${site}/${area}/businesses`,
      ],
    }),
    notice: ({ business, state, area }) => ({
      title: `A company to check: ${business}`,
      body: `It is in ${state}.`,
      link: `/${area}/businesses`,
    }),
  }),
  'business-decided': defineMessage<{ business: string; verified: boolean; note: string }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ business, verified, note }, site) => ({
      subject: `${verified ? 'Verified' : 'Not verified'}: ${business}`.slice(0, 200),
      text: [
        'Good day,',
        verified
          ? `${business} is verified. Orders for it are invoiced in its name, and it may have more unpaid orders.`
          : `We have not verified what you sent for ${business}.`,
        ...(note ? [`Reason: ${note}`] : []),
        `${site}/account/business`,
      ],
    }),
    notice: ({ business, verified, note }) => ({
      title: verified
        ? withValues(/*i18n*/ '{business} is verified', { business })
        : withValues(/*i18n*/ '{business} is not verified', { business }),
      body: note || (verified ? /*i18n*/ 'Orders for it are invoiced in its name.' : /*i18n*/ 'You may correct it.'),
      link: '/account/business',
    }),
  }),
  'business-invited': defineMessage<{ business: string }>({
    mailOnly: 'The person may have no account yet; their account page shows the invitation.',
    lane: 'transactional',
    mail: ({ business }, site) => ({
      subject: `${business} invites you to buy for it`.slice(0, 200),
      text: [
        'Good day,',
        `${business} invites you to order food in its name. Everybody in the company sees those orders and their invoices.`,
        `Sign in with this address to accept: ${site}/account/business`,
      ],
    }),
  }),
}
