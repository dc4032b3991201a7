import night from "#app/assets/night.svg";

const hours = [
  {
    mood: "set",
    time: "7:00",
    title: "You arrive",
    text: "Ask for the Öten table. Its number is on your phone.",
  },
  {
    mood: "drinks",
    time: "7:15",
    title: "First names, first drinks",
    text: "Quiet start? Your phone has five questions to get the table going.",
  },
  {
    mood: "food",
    time: "7:45",
    title: "Dinner",
    text: "Order what you like. The restaurant knows your table’s diets.",
  },
  {
    mood: "talk",
    time: "9:00",
    title: "The good part",
    text: "Plates empty, phones away, and nobody in a hurry.",
  },
  {
    mood: "bill",
    time: "10:00",
    title: "The bill",
    text: "You each pay for your own. Stay for another drink, or go home.",
  },
];

export function Night() {
  return (
    <section className="ground-green">
      <div className="page-width py-section">
        <h2 className="display max-w-[12em] text-1">What happens on the night</h2>
        <p className="mt-4 text-lead text-on-green-2">
          One table, from hello to the bill. Everybody books alone.
        </p>
        <ol className="mt-12 grid gap-8 lg:grid-cols-5">
          {hours.map(({ mood, time, title, text }) => (
            <li
              key={mood}
              className="grid grid-cols-[min(8rem,40vw)_1fr] items-center gap-5 lg:grid-cols-1 lg:content-start"
            >
              <img
                src={`${night}#${mood}`}
                alt=""
                width="268"
                height="268"
                loading="lazy"
                className="w-full"
              />
              <div>
                <p className="display text-3">{time} PM</p>
                <h3 className="mt-2 font-strong">{title}</h3>
                <p className="text-on-green-2">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <p className="mt-12 max-w-[44rem] text-on-green-2">
          <b className="font-strong text-on-green">The day after</b>, tell us who you’d like to meet again. If
          they say the same, we tell you both. If not, they never know.
        </p>
      </div>
    </section>
  );
}
