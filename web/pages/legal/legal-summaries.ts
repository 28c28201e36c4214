/**
 * A summary of each legal text in translated sentences, all of which are in the text itself, which alone is binding.
 */
export const legalSummaries = {
  privacy: [
    /*i18n*/ 'We keep data about your account, your orders, your payments, your rewards, your messages and your sign-ins.',
    /*i18n*/ 'Card numbers and bank passwords go directly to the payment company; we never see them.',
    /*i18n*/ 'We do not sell your data, and the vendor you buy from sees only what is needed for your order.',
    /*i18n*/ 'We use no advertising cookies and no third-party trackers.',
    /*i18n*/ 'We send you news and offers only if you agree, and you can change your mind at any time.',
    /*i18n*/ 'You can get a copy of your data, or delete your account, yourself at any time, under “My data” in your account.',
    /*i18n*/ 'We keep orders and payments as long as tax and company law require, even after you leave.',
  ],
  terms: [
    /*i18n*/ 'You must be at least {minimumAge} years old, and one person has one account.',
    /*i18n*/ 'In a group buy everybody pays the same final price, and you never pay more than the most that you were shown.',
    /*i18n*/ 'The transaction fee is {buyerFee} of the price of the goods, and you see every amount before you pay.',
    /*i18n*/ 'If you do not pay in time, you lose your place.',
    /*i18n*/ 'We hold your money, and the vendor gets it only after hand-over, once the time for claims has passed.',
    /*i18n*/ 'You can leave a group buy with a full refund until {freeLeavingDays} days before the purchase window closes; after that, until payment is due, leaving can cost up to {lateLeaveCharge} of the goods.',
    /*i18n*/ 'If food is unsafe, spoiled, short or not what was offered, make a claim in time, with a photo or video: the affected part is refunded in full.',
  ],
  vendors: [
    /*i18n*/ 'You sell in your own name; {brand} runs the market and holds the buyers’ money for you until hand-over.',
    /*i18n*/ 'A manager for your state must approve your shop before you can publish a group buy.',
    /*i18n*/ 'When you publish a group buy, you accept every order within its target, and you cannot change its facts any more.',
    /*i18n*/ 'The platform fee is {vendorFee} of the goods at the final price; opening a shop and listing cost nothing.',
    /*i18n*/ 'Your share can be paid out once the code has been entered at hand-over, the time for claims has passed and no claim is open.',
    /*i18n*/ 'At least {vendorOnTime} of your hand-overs must be on time, and you can cancel a group buy only with at least {vendorNoticeHours} hours’ notice.',
    /*i18n*/ 'Answer a claim within 2 business days; if you do not, it is upheld.',
  ],
} as const
