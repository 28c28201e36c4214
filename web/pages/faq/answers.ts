import type { FaqSection } from './faq-section.ts'
import { moneyAnswers } from './money-answers.ts'

const general: FaqSection = {
  id: 'general',
  title: /*i18n*/ 'General Questions',
  questions: [
    {
      question: /*i18n*/ 'What is {brand}?',
      answer: [
        /*i18n*/ '{brand} is a market where households and restaurants in Nigeria buy food together. When more people join a group buy, the price of one unit falls for everyone in it.',
        /*i18n*/ 'You can also buy in bulk on your own: put products from one or several vendors into the cart at their listed price.',
      ],
    },
    {
      question: /*i18n*/ 'Who can join?',
      answer: [
        /*i18n*/ 'Anybody who is at least {minimumAge} years old. You can look at every deal and fill a cart without an account. To join a group buy or to pay you need an account with a confirmed email address or phone number.',
      ],
    },
    {
      question: /*i18n*/ 'Does an account cost anything?',
      answer: [
        /*i18n*/ 'No. You pay for the food, a transaction fee of {buyerFee} of its price, and delivery if you choose it. All of it is shown before you pay.',
      ],
    },
    {
      question: /*i18n*/ 'Who sells the food?',
      answer: [
        /*i18n*/ 'Vendors: farmers, processors and traders. We review and approve every shop before it can sell. A vendor is expected to be on time on at least {vendorOnTime} of sharing days, and the shop’s page shows its record.',
      ],
    },
    {
      question: /*i18n*/ 'How do I become a vendor?',
      answer: [
        /*i18n*/ 'Open Vendor Sign Up and tell us about your business. A manager for your state reviews it. Once your shop is approved, you can sell. You get {vendorShare} of the price of the goods.',
      ],
    },
  ],
}

const peps: FaqSection = {
  id: 'peps',
  title: /*i18n*/ 'PEPS and Rewards',
  questions: [
    {
      question: /*i18n*/ 'What are PEPS?',
      answer: [
        /*i18n*/ 'PEPS are reward points. 1 PEP is worth {onePep} when you buy on {brand}.',
        /*i18n*/ 'You can pay with PEPS, with naira, or with some of each.',
      ],
    },
    {
      question: /*i18n*/ 'How do I get PEPS?',
      answer: [
        /*i18n*/ 'From referrals: you earn {referralReward} of what the people you referred buy. And from price differences: when the final price of a group buy is lower than what you paid, the difference can come back to you as PEPS at once.',
      ],
    },
    {
      question: /*i18n*/ 'Can I buy PEPS, send them to somebody or change them into cash?',
      answer: [
        /*i18n*/ 'No. PEPS are earned or returned, never bought, sent or paid out. You spend them on food here.',
        /*i18n*/ 'What you paid with PEPS comes back as PEPS when an order is refunded. What you paid in naira comes back in naira.',
      ],
    },
    {
      question: /*i18n*/ 'Can the reward programme change?',
      answer: [
        /*i18n*/ 'Yes, but never suddenly. A change starts at the earliest {rewardNoticeDays} days after we announce it, and you keep what you have already earned.',
      ],
    },
    {
      question: /*i18n*/ 'What are the badges on the leaderboard?',
      answer: [
        /*i18n*/ 'Elite Referrer is for the top 1% of referrers, Power Buyer for 100 or more completed orders, Community Champion for 50 or more successful referrals, and Early Adopter for people who joined in our first month. You can hide your name in your profile.',
      ],
    },
  ],
}

const referrals: FaqSection = {
  id: 'referrals',
  title: /*i18n*/ 'Affiliate Marketing & Referrals',
  questions: [
    {
      question: /*i18n*/ 'How do I become an affiliate?',
      answer: [
        /*i18n*/ 'You already are one. Everybody with an account is an affiliate from the first day and has a referral code.',
      ],
    },
    {
      question: /*i18n*/ 'Can vendors be affiliates?',
      answer: [
        /*i18n*/ 'No. Vendors cannot enrol: they have no referral code, earn no rewards and do not appear on the leaderboard.',
      ],
    },
    {
      question: /*i18n*/ 'What do I earn?',
      answer: [
        /*i18n*/ '{referralReward} of the price of the goods in each transaction by a person you referred, in PEPS. On a {bag} bag that is {bagReward} PEPS. The person you referred pays nothing extra.',
      ],
    },
    {
      question: /*i18n*/ 'When do I get it?',
      answer: [
        /*i18n*/ 'Within {referralHours} hours. For a group buy the time starts when the final price is settled, for a bulk order when free cancellation ends. If the order is refunded later, the reward goes back too.',
      ],
    },
    {
      question: /*i18n*/ 'When does a referral count as successful?',
      answer: [
        /*i18n*/ 'When the person you referred has signed up with your code and has a settled order. You cannot refer yourself.',
      ],
    },
  ],
}

/** The five collapsible sections of the specification, in its order. */
export const faqSections: readonly FaqSection[] = [general, peps, referrals, ...moneyAnswers]
