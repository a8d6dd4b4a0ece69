import { fileURLToPath } from 'node:url'
import { until } from '@lectern/testing'
import {
  GenericContainer,
  getContainerRuntimeClient,
  ImageName,
  RandomPortGenerator,
  type StartedTestContainer,
  Wait,
} from 'testcontainers'
import { usualImages } from '../deploy/docker/make-base.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const dockerfile = 'deploy/docker/Dockerfile'

/** Nothing is fetched but what the images are made from, and what is started here is stopped here. */
process.env.TESTCONTAINERS_RYUK_DISABLED = 'true'

const { LECTERN_IMAGE_BUILD, LECTERN_IMAGE_BASE } = process.env
const usual = usualImages()
const from = { BUILD: LECTERN_IMAGE_BUILD || usual.BUILD, BASE: LECTERN_IMAGE_BASE || usual.BASE }

/** Why images can be neither built nor run here; false when they can. */
export async function whyNoImages(): Promise<string | false> {
  // Elsewhere containers run in a machine of their own, which does not reach the engines of the tests.
  if (process.platform !== 'linux') return 'images are tested on Linux alone'
  const client = await getContainerRuntimeClient().catch(() => null)
  if (!client) return 'no container engine answers: npm run check:images starts one'
  for (const image of Object.values(from))
    try {
      await client.image.pull(ImageName.fromString(image))
    } catch {
      return `the image ${image} cannot be had: npm run check:images makes one`
    }
  return false
}

/** Builds the image of a service, as docs/operations.md says. @throws Error with the command that shows what is wrong */
export async function buildImage(service: string, tag: string): Promise<string> {
  const image = `lectern/${service}:${tag}`
  const args = { SERVICE: service, ...from }
  try {
    await GenericContainer.fromDockerfile(root, dockerfile).withBuildArgs(args).build(image, { deleteOnExit: false })
  } catch (error) {
    const given = Object.entries(args).map(([name, value]) => `--build-arg ${name}=${value}`)
    throw new Error(`See why by: docker build -f ${dockerfile} ${given.join(' ')} .`, { cause: error })
  }
  return image
}

export async function imageSize(image: string): Promise<number> {
  return (await (await getContainerRuntimeClient()).image.inspect(ImageName.fromString(image))).Size
}

/** Removes these images, and what the stages before their last have left. */
export async function removeImages(images: string[]): Promise<void> {
  const { dockerode } = (await getContainerRuntimeClient()).container
  for (const image of images) await dockerode.getImage(image).remove()
  await dockerode.pruneImages({ filters: { dangling: ['true'], label: ['lectern.stage=build'] } })
}

/** A container with the rights that the chart gives it, on the network of this machine. */
class Pod extends GenericContainer {
  readonly lines: string[] = []

  constructor(image: string, env: Record<string, string>) {
    super(image)
    this.hostConfig.ReadonlyRootfs = true
    this.withTmpFs({ '/tmp': 'rw,mode=1777' })
      .withDroppedCapabilities('ALL')
      .withSecurityOpt('no-new-privileges')
      .withNetworkMode('host')
      .withEnvironment(env)
      .withLogConsumer((stream) => stream.on('data', (line) => this.lines.push(String(line).trimEnd())))
  }

  override async start(): Promise<StartedTestContainer> {
    return super.start().catch((error) => {
      throw new Error(`${error.message}\n${this.lines.join('\n')}`, { cause: error })
    })
  }
}

/** Runs an image with `--prepare` to its end. @throws Error with what it printed unless it ends with 0 */
export async function prepare(image: string, env: Record<string, string>): Promise<void> {
  const pod = new Pod(image, env).withCommand(['--prepare']).withWaitStrategy(Wait.forOneShotStartup())
  await (await pod.start()).stop()
}

export type RunningImage = {
  url: string
  /** Asks as the kubelet does. */
  probe(path: string): Promise<Response>
  /** What its Node prints when it runs this text. */
  run(text: string): Promise<string>
  /** Tells it to stop as Kubernetes does; the answer is the code it ends with. */
  stop(): Promise<number>
}

/** Starts a service from its image, and waits until it is ready. */
export async function startImage(image: string, env: Record<string, string>, graceMs: number): Promise<RunningImage> {
  const port = await new RandomPortGenerator().generatePort()
  const settings = { ...env, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'info' }
  const pod = new Pod(image, settings).withWaitStrategy(Wait.forLogMessage(/Server listening/))
  const started = await pod.start()
  const url = `http://127.0.0.1:${port}`
  const probe = (path: string) => fetch(`${url}${path}`, { headers: { 'user-agent': 'kube-probe/1.37' } })
  await until(`${image} to be ready`, async () => (await probe('/ready')).ok, 60_000)
  return {
    url,
    probe,
    async run(text) {
      const command = ['/app/node', '--input-type=module-typescript', '--eval', text]
      const { exitCode, stdout, output } = await started.exec(command)
      if (exitCode !== 0) throw new Error(output)
      return stdout
    },
    async stop() {
      await started.stop({ timeout: graceMs, remove: false })
      const { dockerode } = (await getContainerRuntimeClient()).container
      const container = dockerode.getContainer(started.getId())
      const { State } = await container.inspect()
      await container.remove()
      return State.ExitCode
    },
  }
}
