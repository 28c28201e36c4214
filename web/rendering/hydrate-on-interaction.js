// For pages before hydration or without it: shows the cart's totals and the viewer's local government, switches the theme, and starts hydration on
// interaction. At most 1,500 bytes gzipped (tests/journeys/phones/a-slow-phone-opens-the-market.test.ts).

{
  /** The page's module script, as deferred by web/rendering/defer-modules.ts; null on pages without one. */
  const deferred = document.querySelector('script[type=x-module]')
  /** Buttons with click handlers that were pressed before hydration. */
  const presses = []
  let isHydrated = false

  document.addEventListener('click', handleClick)
  addEventListener('storage', showCart)
  addEventListener('pageshow', showCart)
  showCart()
  showLocalGovernment()
  if (deferred) hydrateOnInteraction()

  function showCart() {
    if (isHydrated) return
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
      for (const element of link.querySelectorAll('[data-cart-count]')) element.textContent = count
      for (const element of link.querySelectorAll('[data-cart-total]')) element.textContent = total
      const { one, many } = link.dataset
      link.ariaLabel = (count === 1 ? one : many).replace('{count}', count).replace('{total}', total)
    }
  }

  /** Cached pages know the state alone. */
  function showLocalGovernment() {
    const name = cookie('area-lga')
    if (!name) return
    for (const element of document.querySelectorAll('[data-area]'))
      element.textContent = `${decodeURIComponent(name)}, ${element.dataset.area}`
  }

  function storedLines() {
    try {
      const { items } = JSON.parse(localStorage.getItem('cart-storage')).state
      return items.map(({ quantity, price }) => [quantity, Math.round(price * 100)])
    } catch {
      return []
    }
  }

  /** Cart lines added by forms without scripts: any number of `product.quantity.kobo`. */
  function cookieLines() {
    const lines = cookie('cart')?.split('~') ?? []
    return lines.map((line) => line.split('.').slice(1).map(Number))
  }

  function cookie(name) {
    return RegExp(`(?:^|; )${name}=([^;]+)`).exec(document.cookie)?.[1]
  }

  function handleClick(event) {
    const button = event.target.closest?.('button')
    if (isHydrated || !button) return
    if (button.matches('[data-theme-form] [name=theme]')) {
      event.preventDefault()
      chooseTheme(button)
    } else if (deferred && button.type === 'button' && !button.popoverTargetElement) {
      button.ariaBusy = 'true'
      presses.push(button)
    }
  }

  function chooseTheme(choice) {
    const theme = choice.value
    const root = document.documentElement
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in supported browsers.
    document.cookie = `theme=${theme}; Path=/; Max-Age=${theme === 'system' ? 0 : 31536000}; SameSite=Lax`
    if (theme === 'system') root.removeAttribute('data-theme')
    else root.setAttribute('data-theme', theme)
    for (const button of choice.form.elements) {
      if (button.name === 'theme') button.setAttribute('aria-pressed', button === choice)
    }
  }

  /** Hydrates on the first interaction, or when the page has been visible for `VISIBLE_MS`. */
  function hydrateOnInteraction() {
    const VISIBLE_MS = 10_000
    const savesData = navigator.connection?.saveData || document.documentElement.hasAttribute('data-low')
    // A user who saves data may only read the page, so moving or scrolling does not count as an interaction.
    // `hydrate` is dispatched by another script (web/cart/sync/sync-check.js).
    const interactions = [
      'hydrate',
      'pointerdown',
      'keydown',
      'focusin',
      'input',
      ...(savesData ? [] : ['pointermove', 'scroll', 'wheel']),
    ]
    const initialSession = cookie('ajoja-session')
    let timer

    for (const type of interactions) addEventListener(type, onInteraction, { capture: true, passive: true })
    document.addEventListener('visibilitychange', onVisible)
    addEventListener('pageshow', onVisible)
    document.addEventListener('hydrated', replayPresses)
    // Tokens must be removed from the URL, and a code in it must be redeemed at once.
    if (/(access_token|error)=/.test(location.hash) || /[?&]code=/.test(location.search)) hydrate()

    function onInteraction(event) {
      if (!isResting(event) && !isNavigation(event)) hydrate()
    }

    function onVisible() {
      clearTimeout(timer)
      if (document.visibilityState !== 'visible' || !deferred.isConnected) return
      // Signed in or out in another tab or on a later page. A refreshed session has the same user.
      if (!cookie('ajoja-session') !== !initialSession) location.reload()
      else if (!savesData) timer = setTimeout(hydrate, VISIBLE_MS)
    }

    function hydrate() {
      if (!deferred.isConnected) return
      for (const type of interactions) removeEventListener(type, onInteraction, true)
      for (const link of document.querySelectorAll('link[rel=x-modulepreload]')) link.rel = 'modulepreload'
      const script = document.createElement('script')
      script.type = 'module'
      script.nonce = deferred.nonce
      script.text = deferred.text
      deferred.replaceWith(script)
    }
  }

  /** Browsers dispatch `pointermove` for a resting pointer when a page appears below it. */
  function isResting({ type, movementX, movementY }) {
    return type === 'pointermove' && !movementX && !movementY
  }

  /** Links and forms work without scripts, and the page they lead to need not wait for this one's. */
  function isNavigation({ type, target }) {
    const pressed = /^(pointerdown|focusin)$/.test(type) && target.closest?.('a, button')
    return (
      pressed && (pressed.href || pressed.type === 'submit' || pressed.popoverTargetElement || pressed.dataset.picture)
    )
  }

  function replayPresses() {
    isHydrated = true
    for (const button of presses) {
      button.ariaBusy = null
      button.click()
    }
  }
}
