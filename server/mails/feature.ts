import type { MailCommands } from '#api/commands/mails.ts'
import type { Feature } from '#server/feature.ts'
import { saveMessageText } from './own-texts/save-message-text.ts'
import { sendTestMessage } from './own-texts/send-test-message.ts'
import { sendEmail } from './send-email.ts'
import { sendMailAgain } from './send-mail-again.ts'
import { sendTestMail } from './send-test-mail.ts'
import { sendWelcomeMail } from './send-welcome-mail.ts'

export const mails: Feature<MailCommands> = {
  commands: {
    'send-mail-again': sendMailAgain,
    'send-test-mail': sendTestMail,
    'save-message-text': saveMessageText,
    'send-test-message': sendTestMessage,
    'send-email': sendEmail,
  },
  jobs: ({ database, siteUrl }) => ({
    'send-welcome-mail': { run: (payload) => sendWelcomeMail(database, siteUrl, payload) },
  }),
}
