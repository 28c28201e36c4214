import type { FaqSection } from './faq-section.ts'

const groupBuying: FaqSection = {
  id: 'price-tiers',
  title: /*i18n*/ 'Price Tiers and Group Buying',
  questions: [
    {
      question: /*i18n*/ 'How do price tiers work?',
      answer: [
        /*i18n*/ 'The vendor sets a base price and a list of tiers. A tier is a number of people and the price from that number on. You pay the price of the highest tier the group has reached; below the first tier, the base price.',
        /*i18n*/ 'An example: base price ₦80,000, then ₦76,000 from 5 people, ₦72,000 from 10 and ₦68,000 from 20. With 12 people everybody pays ₦72,000.',
      ],
    },
    {
      question: /*i18n*/ 'I joined early at a higher price. Do I pay more than people who join late?',
      answer: [
        /*i18n*/ 'No. Everybody in a group buy pays the same final price per unit. If you paid more while the group was smaller, the difference comes back to you, with its share of the fee.',
      ],
    },
    {
      question: /*i18n*/ 'What is the most I can pay?',
      answer: [
        /*i18n*/ 'Before you join you see three prices: the base price, the price now, and the most you can pay. You are charged the most. The price now may go up or down until the group buy settles: it counts on everybody who joined. What you pay in the end depends on how many people pay, is never above the most you were shown, and what you paid above it comes back to you.',
      ],
    },
    {
      question: /*i18n*/ 'What counts, people or bags?',
      answer: [
        /*i18n*/ 'People. One account counts once, however many bags it takes. Only people who have paid decide the final price, so a joiner who never pays cannot change what you pay.',
      ],
    },
    {
      question: /*i18n*/ 'Can I leave a group buy?',
      answer: [
        /*i18n*/ 'Yes. You can leave free of charge until {freeLeavingDays} days before the purchase window closes, and within 1 hour of paying while the window is open. You get everything back, including the fee.',
        /*i18n*/ 'After that you can still leave until payment is due, but a charge of {lateLeaveCharge} of the goods may go to the vendor. There is no charge if somebody else takes your place.',
        /*i18n*/ 'If the date moves by more than 2 days, or the product is not what was offered, you can always leave with a full refund.',
      ],
    },
    {
      question: /*i18n*/ 'What happens when too few people pay?',
      answer: [
        /*i18n*/ 'The vendor can extend the group buy, by 7 days at most. We tell everybody, and you can leave free of charge for 48 hours. The vendor can also accept the smaller group at a price no higher than you paid. Otherwise the group buy fails, and everybody gets all their money back automatically.',
      ],
    },
  ],
}

const payment: FaqSection = {
  id: 'payment',
  title: /*i18n*/ 'Payment and Delivery',
  questions: [
    {
      question: /*i18n*/ 'How and when do I pay?',
      answer: [
        /*i18n*/ 'You can pay in naira by card, bank transfer or USSD, or with PEPS, or with some of each. Payment is due by the end of the day, {paymentDueDays} days before the sharing day. Some group buys ask you to pay when you join. They hold your place for {joinHoldMinutes} minutes. We remind you before the time is up. If you do not pay by then, you lose your place.',
      ],
    },
    {
      question: /*i18n*/ 'What are the fees?',
      answer: [
        /*i18n*/ 'A transaction fee of {buyerFee} of the goods for the buyer, and a platform fee of {vendorFee} for the vendor. A {bag} bag costs you {bagWithFee} with the fee. Delivery has its own price, shown before you pay, with no fee on top.',
      ],
    },
    {
      question: /*i18n*/ 'Where is my money until sharing day?',
      answer: [
        /*i18n*/ 'We hold it. The vendor is paid after you have given your code at hand-over and the time for complaints has passed.',
      ],
    },
    {
      question: /*i18n*/ 'How long does a refund take?',
      answer: [
        /*i18n*/ '{refundDaysLeast} to {refundDaysMost} business days, back to where the money came from. You can follow it on your order. PEPS come back at once.',
      ],
    },
    {
      question: /*i18n*/ 'How do I get my food?',
      answer: [
        /*i18n*/ 'By pickup, delivery to your door, or stockpiling. You give a six-digit code when you get your food. Give it only when the food is in your hands. Our staff never ask for it by phone.',
        /*i18n*/ 'You can name somebody to collect for you. They get a code of their own.',
      ],
    },
    {
      question: /*i18n*/ 'What is stockpiling?',
      answer: [
        /*i18n*/ 'You can leave food that keeps, such as rice, beans or oil, at the pickup place for up to {stockpileWeeks} weeks from the day we tell you that it is ready. You can collect it in parts. Vegetables, fruits, meat and seafood cannot be stockpiled.',
      ],
    },
    {
      question: /*i18n*/ 'Something is wrong with my food. What do I do?',
      answer: [
        /*i18n*/ 'Open the order and make a claim with a photo or video. For vegetables, fruits, meat and seafood, do it within 12 hours of hand-over; for everything else, within 72 hours. If the food never came, you have 7 days from the day it was due.',
        /*i18n*/ 'If the vendor does not agree, the claim becomes a dispute. We decide it within {disputeDays} business days. If the food was spoiled, short or not what was offered, you get your money back.',
      ],
    },
    {
      question: /*i18n*/ 'Can a vendor cancel?',
      answer: [
        /*i18n*/ 'Only with at least {vendorNoticeHours} hours’ notice. Everybody is refunded in full, and the cancellation counts against the shop.',
      ],
    },
  ],
}

export const moneyAnswers: readonly FaqSection[] = [groupBuying, payment]
