import { deleteAccount } from './accounts/delete-account.ts'
import { setRole } from './accounts/set-role.ts'
import { verifyAccount } from './accounts/verify-account.ts'
import type { AnyCommand } from './command.ts'
import { cancelGroupBuy } from './group-buys/cancel-group-buy.ts'
import { joinGroupBuy } from './group-buys/join-group-buy.ts'
import { leaveGroupBuy } from './group-buys/leave-group-buy.ts'
import { sendEmail } from './mails/send-email.ts'
import { sendMailAgain } from './mails/send-mail-again.ts'
import { answerContactMessage } from './messages/answer-contact-message.ts'
import { sendContactMessage } from './messages/send-contact-message.ts'
import { startConversation } from './messages/start-conversation.ts'
import { cancelOrder } from './orders/cancel-order.ts'
import { honourGroupBuy } from './payments/honour-group-buy.ts'
import { payOrders } from './payments/pay-orders.ts'
import { repeatRefund } from './payments/repeat-refund.ts'
import { confirmStockpile } from './products/confirm-stockpile.ts'
import { assignRegion } from './staff/assign-region.ts'
import { decideVendor } from './vendors/decide-vendor.ts'
import { signUpVendor } from './vendors/sign-up-vendor.ts'

/** Every command at /functions/v1. */
export const commands: readonly AnyCommand[] = [
  joinGroupBuy,
  leaveGroupBuy,
  cancelGroupBuy,
  payOrders,
  honourGroupBuy,
  repeatRefund,
  cancelOrder,
  signUpVendor,
  decideVendor,
  confirmStockpile,
  assignRegion,
  setRole,
  verifyAccount,
  deleteAccount,
  sendContactMessage,
  answerContactMessage,
  startConversation,
  sendMailAgain,
  sendEmail,
]
