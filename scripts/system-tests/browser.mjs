// Chromium, with a watch on what pages say and whom they ask.
import axe from 'axe-core';
import { chromium } from 'playwright-core';

const QUIET = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: QUIET });

/** A page that notes every error it meets and every request that leaves the origin. */
export async function open(browser, url, { width = 1440, scheme = 'light', allow = [] } = {}) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme });
  const complaints = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !allow.some((a) => a.test(message.text()))) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(error.stack));
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin)) complaints.push(`asked ${request.url()}`);
  });
  await page.goto(url);
  await drawn(page);
  return { page, complaints };
}

/** Once every card has its answer. */
export const drawn = (page) =>
  page.waitForFunction(() => document.documentElement.dataset.ready === 'true' && !document.querySelector('[aria-busy=true]'), null, { timeout: 60_000 });

/** What axe finds wrong for readers, keyboards and eyes, each with where. */
export async function flaws(page) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }));
  return violations.flatMap((violation) => violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')} ${node.failureSummary}`));
}

/** The exact figures that part of a page shows, in order. */
export const figures = (page, selector) => page.locator(`${selector} data`).evaluateAll((all) => all.map((each) => each.value));
