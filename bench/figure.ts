/** The product's rate and that of a rival, measured in turns; or a value with a limit. */
export interface Figure {
  what: string
  product: number
  /** Undefined for values that are not ratios. */
  rival?: number
  unit: '/s' | ' s' | ' ms' | ' kB' | ' MB' | ' MB/h' | ''
  /** The lowest acceptable ratio, or the highest acceptable value. */
  target?: number
}

export const ratio = (what: string, [product = 0, rival = 0]: readonly number[], target?: number): Figure => ({
  what,
  product,
  rival,
  unit: '/s',
  ...(target !== undefined && { target }),
})

export const value = (what: string, product: number, unit: Figure['unit'], target?: number): Figure => ({
  what,
  product,
  unit,
  ...(target !== undefined && { target }),
})
