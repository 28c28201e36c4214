const steps = [
  { title: 'You apply', text: 'Who you are, what you sell, and where the goods leave from. Ten minutes.' },
  {
    title: 'A manager of your state approves',
    text: 'They may call you. Until then you can prepare products that nobody else sees.',
  },
  {
    title: 'You publish a group buy',
    text: 'One product, a base price, lower prices for more people, and a sharing day.',
  },
  { title: 'You hand over', text: 'Every buyer gives a code when the food is in their hands.' },
  { title: 'You are paid', text: 'Your share goes to your bank account.' },
]

/** From the application to the first payout. */
export function Path() {
  return (
    <section aria-labelledby="path" className="mt-12">
      <h2 id="path" className="mb-4 text-22">
        From application to payout
      </h2>
      <ol className="grid gap-4">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="grid grid-cols-[36px_minmax(0,1fr)] gap-x-4">
            <span
              aria-hidden
              className="grid size-9 place-items-center rounded-chip border-2 border-ink bg-oil font-extrabold text-on-oil"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="text-16">{title}</h3>
              <p className="max-w-measure">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
