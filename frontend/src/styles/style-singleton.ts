import { useEffect } from 'react'

/** One shared stylesheet while at least one user of it is mounted; constructed, since inline <style> is not allowed. */
export function stylesheetSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | null = null
  return {
    add(css: string) {
      if (users++ > 0) return
      sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    },
    remove() {
      if (--users > 0) return
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
      sheet = null
    },
  }
}

export function styleHookSingleton() {
  const sheet = stylesheetSingleton()
  return (styles: string, dynamic?: boolean) => {
    // biome-ignore lint/correctness/useExhaustiveDependencies: a change counts only where the caller says it is dynamic
    useEffect(() => {
      sheet.add(styles)
      return () => sheet.remove()
    }, [styles && dynamic])
  }
}

export function styleSingleton() {
  const useStyle = styleHookSingleton()
  // biome-ignore lint/correctness/noComponentHookFactories: the library this stands in for makes one component per singleton
  return function Sheet({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    useStyle(styles, dynamic)
    return null
  }
}
