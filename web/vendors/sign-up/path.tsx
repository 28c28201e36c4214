import { NumberedSteps } from '#web/ui/facts/numbered-steps.tsx'

const steps = [
  { title: 'You apply', text: 'Who you are, what you sell, and where the goods are sent from. It takes ten minutes.' },
  {
    title: 'A manager for your state approves',
    text: 'They may call you. Until then you can prepare products that nobody else sees.',
  },
  {
    title: 'You publish a group buy',
    text: 'One product, a base price, lower prices for more people, and a sharing day.',
  },
  { title: 'You hand over', text: 'Every buyer gives a code when the food is in their hands.' },
  { title: 'You are paid', text: 'Your share goes to your bank account.' },
]

/** The steps from the application to the first payout. */
export function Path() {
  return (
    <section aria-labelledby="path" className="mt-12">
      <h2 id="path" className="mb-4 text-22">
        From application to payout
      </h2>
      <NumberedSteps steps={steps} />
    </section>
  )
}
