import { defineMessage } from '#domain/define-message.ts'
import { formatNaira } from '#domain/money.ts'

export const textCeilingMessages = {
  /** To chiefs, once a day. `ceilingKobo`: what a day may cost. */
  'text-messages-stopped': defineMessage<{ ceilingKobo: bigint; spentKobo: bigint }>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ ceilingKobo, spentKobo }, site) => ({
      subject: 'SMS and WhatsApp have stopped for today',
      text: [
        'Good day,',
        `Notices by SMS and WhatsApp have cost ${formatNaira(spentKobo)} today, and the next would pass the ceiling of ${formatNaira(ceilingKobo)}. No more are sent until midnight in Lagos; people still get notices in the app, by mail and by push.`,
        `Check whether this is more than the market's own orders explain:\n${site}/chief/settings/text-messages`,
      ],
    }),
    notice: ({ ceilingKobo, spentKobo }) => ({
      title: 'SMS and WhatsApp have stopped for today',
      body: `They cost ${formatNaira(spentKobo)} today, and the ceiling is ${formatNaira(ceilingKobo)}. They go on after midnight.`,
      link: '/chief/settings/text-messages',
    }),
  }),
}
