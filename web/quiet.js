// For pages without the framework, or until it runs: the cart's figures, the colour switch, and waking the framework. At most 1.5 kB.

{
  /** The page's modules, as web/asleep.ts leaves them; null on pages that have none. */
  const asleep = document.querySelector('script[type=x-module]')
  /** Buttons that only the framework answers, pressed before it could. */
  const presses = []
  let isAwake = false

  document.addEventListener('click', press)
  addEventListener('storage', showCart)
  addEventListener('pageshow', showCart)
  showCart()
  if (asleep) waitForSomebody()

  function showCart() {
    if (isAwake) return
    let count = 0
    let kobo = 0
    for (const [quantity, each] of [...storedLines(), ...cookieLines()]) {
      if (!(quantity > 0)) continue
      count += quantity
      kobo += each * quantity
    }
    const decimals = kobo % 100 ? `.${String(kobo % 100).padStart(2, '0')}` : ''
    const total = `₦${String(Math.floor(kobo / 100)).replace(/\B(?=(\d{3})+$)/g, ',')}${decimals}`
    for (const link of document.querySelectorAll('[data-cart]')) {
      for (const place of link.querySelectorAll('[data-cart-count]')) place.textContent = count
      for (const place of link.querySelectorAll('[data-cart-total]')) place.textContent = total
      const { one, many } = link.dataset
      link.ariaLabel = (count === 1 ? one : many).replace('{count}', count).replace('{total}', total)
    }
  }

  function storedLines() {
    try {
      const { items } = JSON.parse(localStorage.getItem('cart-storage')).state
      return items.map(({ quantity, price }) => [quantity, Math.round(price * 100)])
    } catch {
      return []
    }
  }

  /** What forms without scripts have put into the cart: product.quantity.kobo, in any number. */
  function cookieLines() {
    const lines = cookie('cart')?.split('~') ?? []
    return lines.map((line) => line.split('.').slice(1).map(Number))
  }

  function cookie(name) {
    return RegExp(`(?:^|; )${name}=([^;]+)`).exec(document.cookie)?.[1]
  }

  function press(event) {
    const button = event.target.closest?.('button')
    if (isAwake || !button) return
    if (button.matches('[data-theme-form] [name=theme]')) {
      event.preventDefault()
      chooseTheme(button)
    } else if (asleep && button.type === 'button' && !button.popoverTargetElement) {
      button.ariaBusy = 'true'
      presses.push(button)
    }
  }

  function chooseTheme(choice) {
    const theme = choice.value
    const root = document.documentElement
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in browsers that people here use.
    document.cookie = `theme=${theme}; Path=/; Max-Age=${theme === 'system' ? 0 : 31536000}; SameSite=Lax`
    if (theme === 'system') root.removeAttribute('data-theme')
    else root.setAttribute('data-theme', theme)
    for (const button of choice.form.elements) {
      if (button.name === 'theme') button.setAttribute('aria-pressed', button === choice)
    }
  }

  /** The framework comes with the first sign of a person, or when the page has been looked at for a while. */
  function waitForSomebody() {
    const LOOKED_AT_MS = 10_000
    const spares = navigator.connection?.saveData || document.documentElement.hasAttribute('data-low')
    // Who saves data may read a page and leave; only what they do on it counts.
    // `wake` is another script's word (web/cart/in-step.js).
    const signs = [
      'wake',
      'pointerdown',
      'keydown',
      'focusin',
      'input',
      ...(spares ? [] : ['pointermove', 'scroll', 'wheel']),
    ]
    const sessionAtFirst = cookie('ajoja-session')
    let soon

    for (const sign of signs) addEventListener(sign, hear, { capture: true, passive: true })
    document.addEventListener('visibilitychange', look)
    addEventListener('pageshow', look)
    document.addEventListener('awake', handOver)
    // A session's tokens must not stay in the address, and a code in it cannot wait.
    if (/(access_token|error)=/.test(location.hash) || /[?&]code=/.test(location.search)) wake()

    function hear(event) {
      if (!isAtRest(event) && !leadsAway(event)) wake()
    }

    function look() {
      clearTimeout(soon)
      if (document.visibilityState !== 'visible' || !asleep.isConnected) return
      // Signed in or out meanwhile, in another tab or on a later page. A session that was only renewed is the same person's.
      if (!cookie('ajoja-session') !== !sessionAtFirst) location.reload()
      else if (!spares) soon = setTimeout(wake, LOOKED_AT_MS)
    }

    function wake() {
      if (!asleep.isConnected) return
      for (const sign of signs) removeEventListener(sign, hear, true)
      for (const link of document.querySelectorAll('link[rel=x-modulepreload]')) link.rel = 'modulepreload'
      const script = document.createElement('script')
      script.type = 'module'
      script.nonce = asleep.nonce
      script.text = asleep.text
      asleep.replaceWith(script)
    }
  }

  /** Browsers report a pointer that rests where a page appears as one that moves. */
  function isAtRest({ type, movementX, movementY }) {
    return type === 'pointermove' && !movementX && !movementY
  }

  /** Links and forms work by themselves, and the page they lead to need not wait for this one's scripts. */
  function leadsAway({ type, target }) {
    const pressed = /^(pointerdown|focusin)$/.test(type) && target.closest?.('a, button')
    return (
      pressed && (pressed.href || pressed.type === 'submit' || pressed.popoverTargetElement || pressed.dataset.picture)
    )
  }

  function handOver() {
    isAwake = true
    for (const button of presses) {
      button.ariaBusy = null
      button.click()
    }
  }
}
