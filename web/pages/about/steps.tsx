import { useLingui } from '@lingui/react'
import { NumberedSteps } from '#web/ui/facts/numbered-steps.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'
import { textFigures } from '../text-figures.ts'

const steps = [
  {
    title: /*i18n*/ 'Join a group buy',
    text: /*i18n*/ 'Choose a food, a quantity and a sharing day. You see the price now, the next price step and the most you can pay before you join.',
  },
  {
    title: /*i18n*/ 'More people, lower price',
    text: /*i18n*/ 'Each step is a number of people. When it is reached, the price falls for everybody in the group buy, also for those who joined first. Payment is due {paymentDueDays} days before the sharing day.',
  },
  {
    title: /*i18n*/ 'Collect your food',
    text: /*i18n*/ 'Pick it up with your code, have it delivered to your door, or leave dry food with us for up to {stockpileWeeks} weeks. The vendor is paid once the food is in your hands.',
  },
]

/** "How it works" in three steps. */
export function Steps() {
  const { i18n } = useLingui()
  return (
    <section aria-labelledby="steps">
      <SectionHeading id="steps">{i18n.t('How it works')}</SectionHeading>
      <NumberedSteps
        steps={steps.map(({ title, text }) => ({ title: i18n.t(title), text: i18n.t(text, textFigures) }))}
        abreast
      />
    </section>
  )
}
