import type { Feature } from '#server/feature.ts'
import { sendTextMessages } from './send-text-messages.ts'

/** Its command, `choose-text-channel`, is one of notices. */
export const textMessages: Feature = {
  commands: {},
  jobs: ({ database, siteUrl, codes, sms, texts }) => ({
    'send-text-messages': {
      run: () => sendTextMessages({ database, siteUrl, codes, sms, delivery: texts }),
      everySeconds: 5,
    },
  }),
}
