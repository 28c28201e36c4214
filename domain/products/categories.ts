// Specification 2, Browse Deals; docs/states-amounts-clocks.md: perishable are vegetables, fruits, meat, seafood.

export const CATEGORIES = ['vegetables', 'fruits', 'grains', 'meat', 'seafood', 'oil'] as const
export type Category = (typeof CATEGORIES)[number]

const PERISHABLE: ReadonlySet<string> = new Set<Category>(['vegetables', 'fruits', 'meat', 'seafood'])

export const categoryLabels: Record<Category, string> = {
  vegetables: /*i18n*/ 'Vegetables',
  fruits: /*i18n*/ 'Fruits',
  grains: /*i18n*/ 'Grains',
  meat: /*i18n*/ 'Meat',
  seafood: /*i18n*/ 'Seafood',
  oil: /*i18n*/ 'Oil',
}

export function isCategory(value: unknown): value is Category {
  return CATEGORIES.some((category) => category === value)
}

export function isPerishable(category: string): boolean {
  return PERISHABLE.has(category)
}
