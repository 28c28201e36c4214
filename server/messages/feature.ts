import type { MessageCommands } from '#api/commands/messages.ts'
import type { Feature } from '#server/feature.ts'
import { answerContactMessage } from './answer-contact-message.ts'
import { notifyOfMessages } from './notify-of-messages.ts'
import { decideRegionNotice } from './region/decide-region-notice.ts'
import { notifyRegion } from './region/notify-region.ts'
import { sendRegionNotice } from './region/send-region-notice.ts'
import { decideReport } from './reports/decide-report.ts'
import { reportMessage } from './reports/report-message.ts'
import { sendContactMessage } from './send-contact-message.ts'
import { startConversation } from './start-conversation.ts'
import { answerSupportCase } from './support/answer-support-case.ts'
import { assignSupportCase } from './support/assign-support-case.ts'
import { changeSupportCase } from './support/change-support-case.ts'
import { writeToSupport } from './support/write-to-support.ts'
import { writeToPerson } from './write-to-person.ts'

export const messages: Feature<MessageCommands> = {
  commands: {
    'send-contact-message': sendContactMessage,
    'answer-contact-message': answerContactMessage,
    'start-conversation': startConversation,
    'write-to-person': writeToPerson,
    'send-region-notice': sendRegionNotice,
    'decide-region-notice': decideRegionNotice,
    'report-message': reportMessage,
    'decide-report': decideReport,
    'write-to-support': writeToSupport,
    'answer-support-case': answerSupportCase,
    'assign-support-case': assignSupportCase,
    'change-support-case': changeSupportCase,
  },
  jobs: ({ database, siteUrl }) => ({
    'send-region-broadcast': { run: (payload) => notifyRegion({ database, siteUrl }, payload) },
    'notify-of-messages': { run: (payload) => notifyOfMessages({ database, siteUrl }, payload) },
  }),
}
