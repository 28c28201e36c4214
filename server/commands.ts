import { deleteAccount } from './accounts/delete-account.ts'
import { endSessions } from './accounts/end-sessions.ts'
import { setRole } from './accounts/set-role.ts'
import { verifyAccount } from './accounts/verify-account.ts'
import { checkBooks } from './books/check-books.ts'
import { resolveDifference } from './books/resolve-difference.ts'
import { saveCart } from './cart/save-cart.ts'
import { answerClaim } from './claims/answer-claim.ts'
import { appealClaim } from './claims/appeal-claim.ts'
import { appealLot } from './claims/appeal-lot.ts'
import { confirmReplacement } from './claims/confirm-replacement.ts'
import { decideAppeal } from './claims/decide-appeal.ts'
import { decideClaim } from './claims/decide-claim.ts'
import { decideLot } from './claims/decide-lot.ts'
import { decideLotAppeal } from './claims/decide-lot-appeal.ts'
import { openClaim } from './claims/open-claim.ts'
import { proposeDecision } from './claims/propose-decision.ts'
import { withdrawClaim } from './claims/withdraw-claim.ts'
import type { AnyCommand } from './command.ts'
import { failDelivery } from './delivery-runs/fail-delivery.ts'
import { planRun } from './delivery-runs/plan-run.ts'
import { removeFromRun } from './delivery-runs/remove-from-run.ts'
import { startRun } from './delivery-runs/start-run.ts'
import { cancelGroupBuy } from './group-buys/cancel-group-buy.ts'
import { joinGroupBuy } from './group-buys/join-group-buy.ts'
import { leaveGroupBuy } from './group-buys/leave-group-buy.ts'
import { acceptInvitation } from './hand-overs/accept-invitation.ts'
import { chooseUncollectedOutcome } from './hand-overs/choose-uncollected-outcome.ts'
import { confirmHandOver } from './hand-overs/confirm-hand-over.ts'
import { decideUncollected } from './hand-overs/decide-uncollected.ts'
import { endMembership } from './hand-overs/end-membership.ts'
import { handOverGoods } from './hand-overs/hand-over-goods.ts'
import { inviteStaff } from './hand-overs/invite-staff.ts'
import { logCall } from './hand-overs/log-call.ts'
import { lookUpBuyer } from './hand-overs/look-up-buyer.ts'
import { nameNominee } from './hand-overs/name-nominee.ts'
import { overrideHandOver } from './hand-overs/override-hand-over.ts'
import { readCodes } from './hand-overs/read-codes.ts'
import { renewCode } from './hand-overs/renew-code.ts'
import { sendEmail } from './mails/send-email.ts'
import { sendMailAgain } from './mails/send-mail-again.ts'
import { answerContactMessage } from './messages/answer-contact-message.ts'
import { sendContactMessage } from './messages/send-contact-message.ts'
import { startConversation } from './messages/start-conversation.ts'
import { subscribeToPushes } from './notices/subscribe-to-pushes.ts'
import { unsubscribeFromPushes } from './notices/unsubscribe-from-pushes.ts'
import { cancelOrder } from './orders/cancel-order.ts'
import { chooseFulfilment } from './orders/choose-fulfilment.ts'
import { orderCart } from './orders/order-cart.ts'
import { reduceOrder } from './orders/reduce-order.ts'
import { answerShortfall } from './packing/answer-shortfall.ts'
import { enterShortfall } from './packing/enter-shortfall.ts'
import { markReady } from './packing/mark-ready.ts'
import { packOrder } from './packing/pack-order.ts'
import { weighIn } from './packing/weigh-in.ts'
import { withdrawShortfall } from './packing/withdraw-shortfall.ts'
import { cancelPayment } from './payments/cancel-payment.ts'
import { payDifference } from './payments/pay-difference.ts'
import { payOrders } from './payments/pay-orders.ts'
import { recordBankDeposit } from './payments/record-bank-deposit.ts'
import { checkPayout } from './payouts/check-payout.ts'
import { holdPayouts } from './payouts/hold-payouts.ts'
import { requestPayout } from './payouts/request-payout.ts'
import { setBankAccount } from './payouts/set-bank-account.ts'
import { setWeeklyPayouts } from './payouts/set-weekly-payouts.ts'
import { closePlace } from './places/close-place.ts'
import { closeZone } from './places/close-zone.ts'
import { removeAddress } from './places/remove-address.ts'
import { saveAddress } from './places/save-address.ts'
import { savePlace } from './places/save-place.ts'
import { saveZone } from './places/save-zone.ts'
import { answerQuestion } from './products/answer-question.ts'
import { askQuestion } from './products/ask-question.ts'
import { confirmStockpile } from './products/confirm-stockpile.ts'
import { judgeQuestion } from './products/judge-question.ts'
import { removeMeasure } from './products/remove-measure.ts'
import { reportQuestion } from './products/report-question.ts'
import { saveMeasure } from './products/save-measure.ts'
import { chooseReturn } from './refunds/choose-return.ts'
import { refundPart } from './refunds/refund-part.ts'
import { repeatRefund } from './refunds/repeat-refund.ts'
import { honourGroupBuy } from './settlement/honour-group-buy.ts'
import { assignRegion } from './staff/assign-region.ts'
import { decideAmount } from './staff/decide-amount.ts'
import { planSetting } from './staff/plan-setting.ts'
import { withdrawSetting } from './staff/withdraw-setting.ts'
import { decideShopChange } from './vendors/decide-shop-change.ts'
import { decideVendor } from './vendors/decide-vendor.ts'
import { judgeReview } from './vendors/judge-review.ts'
import { rateOrder } from './vendors/rate-order.ts'
import { replyToReview } from './vendors/reply-to-review.ts'
import { reportReview } from './vendors/report-review.ts'
import { requestShopChange } from './vendors/request-shop-change.ts'
import { signUpVendor } from './vendors/sign-up-vendor.ts'
import { withdrawShopChange } from './vendors/withdraw-shop-change.ts'

/** Every command at /functions/v1. */
export const commands: readonly AnyCommand[] = [
  joinGroupBuy,
  leaveGroupBuy,
  cancelGroupBuy,
  orderCart,
  saveCart,
  payDifference,
  payOrders,
  cancelPayment,
  reduceOrder,
  honourGroupBuy,
  repeatRefund,
  setBankAccount,
  requestPayout,
  setWeeklyPayouts,
  holdPayouts,
  checkPayout,
  resolveDifference,
  checkBooks,
  chooseReturn,
  refundPart,
  decideAmount,
  recordBankDeposit,
  packOrder,
  markReady,
  weighIn,
  enterShortfall,
  withdrawShortfall,
  answerShortfall,
  openClaim,
  answerClaim,
  confirmReplacement,
  withdrawClaim,
  proposeDecision,
  decideClaim,
  appealClaim,
  decideAppeal,
  decideLot,
  appealLot,
  decideLotAppeal,
  rateOrder,
  replyToReview,
  reportReview,
  judgeReview,
  askQuestion,
  answerQuestion,
  reportQuestion,
  judgeQuestion,
  cancelOrder,
  readCodes,
  renewCode,
  nameNominee,
  handOverGoods,
  confirmHandOver,
  overrideHandOver,
  planRun,
  startRun,
  removeFromRun,
  failDelivery,
  inviteStaff,
  acceptInvitation,
  endMembership,
  chooseUncollectedOutcome,
  lookUpBuyer,
  logCall,
  decideUncollected,
  chooseFulfilment,
  savePlace,
  closePlace,
  saveZone,
  closeZone,
  saveAddress,
  removeAddress,
  saveMeasure,
  removeMeasure,
  signUpVendor,
  decideVendor,
  requestShopChange,
  withdrawShopChange,
  decideShopChange,
  confirmStockpile,
  assignRegion,
  planSetting,
  withdrawSetting,
  setRole,
  verifyAccount,
  endSessions,
  deleteAccount,
  sendContactMessage,
  answerContactMessage,
  startConversation,
  sendMailAgain,
  sendEmail,
  subscribeToPushes,
  unsubscribeFromPushes,
]
