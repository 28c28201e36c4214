import { SectionHeading } from '#web/ui/headings.tsx'
import { NumberedSteps } from '#web/ui/numbered-steps.tsx'
import { figures } from '../figures.ts'

const steps = [
  {
    title: 'Join a group buy',
    text: 'Choose a food, a quantity and a sharing day. You see the price now, the next price step and the most you can pay before you join.',
  },
  {
    title: 'The price falls together',
    text: `Each step is a number of people. When it is reached, the price falls for everybody in the buy, early joiners included. Payment is due ${figures.paymentDue}.`,
  },
  {
    title: 'Collect your food',
    text: `Pick it up with your code, have it delivered to your door, or leave dry food with us for up to ${figures.stockpile}. The vendor is paid once the food is in your hands.`,
  },
]

/** How it works in 3 steps. */
export function Steps() {
  return (
    <section aria-labelledby="steps">
      <SectionHeading id="steps">How it works</SectionHeading>
      <NumberedSteps steps={steps} abreast />
    </section>
  )
}
