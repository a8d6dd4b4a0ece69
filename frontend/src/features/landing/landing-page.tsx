import { ArrowRight, Check } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../../components/button.tsx'
import { Reveal } from '../../components/reveal.tsx'
import { Features } from './features.tsx'
import styles from './landing-page.module.css'
import dashboardDark from './pictures/dashboard-dark.webp'
import dashboardLight from './pictures/dashboard-light.webp'
import { PreviewVideo } from './preview-video.tsx'
import { Pricing } from './pricing.tsx'
import { QuotePreview } from './quote-preview.tsx'
import { Shot } from './shot.tsx'
import { Steps } from './steps.tsx'

const promises = ['Free to start, no card needed', 'Ready in minutes, no code', 'Every answer shows its source']

/** What the product is, for whoever comes by. */
export function LandingPage() {
  return (
    <>
      <section id="home" className={styles.hero}>
        <div className={styles.lead}>
          <h1>Welcome to Lectern</h1>
          <p>
            Give it your documents. Get a chat assistant that answers from them, and shows the exact words it relies on.
          </p>
          <div className={styles.actions}>
            <Button asChild size="lg">
              <Link to="/login">
                Create your chat <ArrowRight aria-hidden />
              </Link>
            </Button>
            <Button asChild size="lg" variant="secondary">
              <Link to="/#features">See what it does</Link>
            </Button>
          </div>
          <ul className={styles.promises}>
            {promises.map((promise) => (
              <li key={promise}>
                <Check aria-hidden /> {promise}
              </li>
            ))}
          </ul>
        </div>
        <PreviewVideo />
      </section>

      <section id="features" className={styles.section}>
        <Reveal>
          <div className={styles.heading}>
            <h2>From documents to answers</h2>
            <p>No code, no training runs, no guessing where an answer came from.</p>
          </div>
          <Features />
        </Reveal>
      </section>

      <section className={styles.band}>
        <Reveal>
          <div className={styles.inner}>
            <div className={styles.heading}>
              <h2>Three steps, then it answers</h2>
              <p>What you see here is the product itself, not a drawing of it.</p>
            </div>
            <Steps />
          </div>
        </Reveal>
      </section>

      <section className={styles.section}>
        <Reveal>
          <div className={styles.split}>
            <div className={styles.text}>
              <h2>Engage the people who ask</h2>
              <p>
                Visitors get an answer the moment the question comes up, in your colors and under your name. Every
                answer can be checked against its source with one click.
              </p>
              <p>When the documents do not tell, the assistant says so. It does not make a sentence up.</p>
            </div>
            <QuotePreview />
          </div>
        </Reveal>
      </section>

      <section className={styles.band}>
        <Reveal>
          <div className={styles.split} data-turned>
            <div className={styles.text}>
              <h2>A dashboard that keeps you in the picture</h2>
              <p>
                See how many chats are left this month, what was asked each day, and read every conversation in full. An
                answer that falls short tells you which document is missing.
              </p>
              <p>Add it, watch it being read page by page, and ask again.</p>
            </div>
            <Shot
              light={dashboardLight}
              dark={dashboardDark}
              alt="The dashboard: numbers, and a chart of daily chats"
            />
          </div>
        </Reveal>
      </section>

      <section id="pricing" className={styles.section}>
        <Reveal>
          <div className={styles.heading}>
            <h2>Pricing</h2>
            <p>Start for free. Change plans whenever your chats outgrow them.</p>
          </div>
        </Reveal>
        <Pricing />
      </section>

      <section id="about" className={styles.band}>
        <Reveal>
          <div className={styles.about}>
            <div>
              <h2>Our story</h2>
              <p>
                Every organization has written down what people keep asking: in handbooks, manuals, policies and price
                lists. The answer is there. Finding it is the hard part. We built Lectern so that those pages can speak
                for themselves, and so that nobody has to take a machine’s word for it.
              </p>
            </div>
            <div>
              <h2>Our mission</h2>
              <p>
                An answer is worth as much as its source. Lectern answers from what you wrote, quotes it to the letter,
                names the file and the page, and stays silent where your documents do.
              </p>
            </div>
          </div>
        </Reveal>
      </section>

      <section className={styles.closing}>
        <div>
          <h2>Let your documents answer</h2>
          <p>Create an account, upload one file, ask the first question. It takes a few minutes.</p>
          <Button asChild size="lg">
            <Link to="/signup">
              Sign Up <ArrowRight aria-hidden />
            </Link>
          </Button>
        </div>
      </section>
    </>
  )
}
