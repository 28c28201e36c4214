// Mails to people about requests that staff handle on their behalf.

import { defineMessage } from '#domain/define-message.ts'

export const dataProtectionMessages = {
  'data-handed-out': defineMessage<{ requestNo: number }>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ requestNo }, site) => ({
      subject: 'Your data is being handed out',
      text: [
        'Good day,',
        `You asked for a copy of your data (request ${requestNo}). A member of our staff has downloaded it to hand it to you.`,
        `If you did not ask for it, write to us at once: ${site}/contact`,
      ],
    }),
    notice: () => ({
      title: /*i18n*/ 'Your data is being handed out',
      body: /*i18n*/ 'You asked for a copy of your data. If you did not, write to us at once.',
      link: '/account/data',
    }),
  }),
  'data-erased': defineMessage<{ requestNo: number }>({
    lane: 'transactional',
    mailOnly: 'goes to the address of an account that no longer exists',
    mail: ({ requestNo }) => ({
      subject: 'Your account is erased',
      text: [
        'Good day,',
        `As you asked (request ${requestNo}), we have erased your account. Orders, payments and invoices stay without your name, because tax law requires them.`,
        'This is the last mail that we send to this address.',
      ],
    }),
  }),
}
